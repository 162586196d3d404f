import { ExternalError, kindOfStatus } from '../http/external-error.ts'
import { pagesByCursor, readRows } from '../http/pages.ts'
import type { Page } from '../http/pages.ts'
import type { Answer, RequestOptions, Transport } from '../http/transport.ts'
import { filterOf } from './filter.ts'
import type { Condition } from './filter.ts'

const API = '/api_1.0'
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/**
 * Returns the wait in milliseconds after a 429. ServiceM8 sends no Retry-After; only the message
 * shows whether the limit per minute or per day was reached ("Number of allowed API requests per
 * day exceeded"). The time when the daily limit is reset is not documented, so the wait is an hour.
 */
export function retryAfterOf(status: number, text: string): number | null {
  if (status !== 429) return null
  return /per day/i.test(text) ? HOUR : MINUTE
}

export interface Access {
  send(call: RequestOptions): Promise<Answer>
  one(object: string, uuid: string, signal?: AbortSignal): Promise<unknown>
  pages<T>(
    object: string,
    conditions: readonly (Condition | undefined)[],
    parse: (row: unknown) => T,
    signal?: AbortSignal,
  ): AsyncGenerator<Page<T>>
}

export function accessTo(transport: Transport): Access {
  async function send(call: RequestOptions): Promise<Answer> {
    const answer = await transport.request(call)
    refuseErrorBody(call, answer)
    return answer
  }

  async function one(object: string, uuid: string, signal?: AbortSignal): Promise<unknown> {
    const call = { method: 'GET', path: pathOf(object, uuid), signal } satisfies RequestOptions
    const { body, requestId } = await send(call)
    const found = Array.isArray(body) ? (body[0] as unknown) : body
    if (
      typeof found === 'object' &&
      found !== null &&
      'uuid' in found &&
      sameUuid(found.uuid, uuid)
    )
      return found
    const details = 'another record than the one asked for'
    throw new ExternalError({
      vendor: 'servicem8',
      kind: 'bad_answer',
      doing: `GET ${call.path}`,
      requestId,
      details,
    })
  }

  function pages<T>(
    object: string,
    conditions: readonly (Condition | undefined)[],
    parse: (row: unknown) => T,
    signal?: AbortSignal,
  ) {
    const filter = filterOf(conditions)
    return pagesByCursor<T>('servicem8', async (cursor) => {
      const query = { cursor, ...(filter === undefined ? {} : { $filter: filter }) }
      const call = {
        method: 'GET',
        path: `${API}/${object}.json`,
        query,
        signal,
      } satisfies RequestOptions
      const { body, headers, requestId } = await send(call)
      if (!Array.isArray(body)) {
        throw new ExternalError({
          vendor: 'servicem8',
          kind: 'bad_answer',
          doing: `GET ${call.path}`,
          requestId,
          details: 'not a list',
        })
      }
      const vendorTime = Date.parse(headers.get('date') ?? '')
      return {
        ...readRows(body, parse),
        total: null,
        ...(Number.isNaN(vendorTime) ? {} : { vendorTime }),
        next: headers.get('x-next-cursor'),
      }
    })
  }

  return { send, one, pages }
}

export function pathOf(object: string, uuid?: string): string {
  return uuid === undefined
    ? `${API}/${object}.json`
    : `${API}/${object}/${encodeURIComponent(uuid)}.json`
}

export function sameUuid(found: unknown, asked: string): boolean {
  return typeof found === 'string' && found.toLowerCase() === asked.toLowerCase()
}

/**
 * Throws for a 200 with an error body: `{errorCode, message}` with a code other than 0, as a number
 * or a string.
 */
function refuseErrorBody(call: RequestOptions, { body, status, requestId }: Answer): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || !('errorCode' in body))
    return
  const code = Number(body.errorCode)
  if (code === 0) return
  const details =
    'message' in body && typeof body.message === 'string'
      ? body.message
      : `errorCode ${String(body.errorCode)}`
  const kind =
    code >= 400 && code <= 599 ? kindOfStatus(code, call.safe ?? call.method === 'GET') : 'invalid'
  const doing = `${call.method} ${call.path}`
  throw new ExternalError({
    vendor: 'servicem8',
    kind,
    doing,
    status,
    requestId,
    details,
    retryAfterMs: retryAfterOf(code, details),
  })
}
