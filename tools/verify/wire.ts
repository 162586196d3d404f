import type { Vendor } from '#clients/http/external-error'
import { requireSecure } from '#clients/http/network'
import type { Clock, FetchLike, Limiter } from '#clients/http/transport'

export interface RawAnswer {
  status: number
  headers: Headers
  text: string
  /** The body parsed as JSON; undefined when the body is not JSON. */
  json: unknown
}

export interface RawRequest {
  query?: Record<string, string | number>
  json?: unknown
  form?: Record<string, string>
  multipart?: FormData
  /** A token to send instead of the session's; "" sends none. */
  token?: string
}

/** Sends a request that our clients do not send; paths are below the vendor's base address. */
export type Raw = (method: string, path: string, request?: RawRequest) => Promise<RawAnswer>

export interface Observed {
  /** The number of 429 responses although the pace was kept. */
  throttled: number
  throttledText: string
  /** Names of headers about limits, e.g. "retry-after". */
  limitHeaders: Set<string>
  requests: number
}

const TIMEOUT_MS = 30_000
const SPEAKS_OF_LIMITS = /rate-?limit|retry-after/i
/** Milliseconds after which ServiceM8's limit per minute has recovered; it sends no Retry-After. */
const WAIT_AFTER_429_MS = 60_000
const MOST_WAITS = 3

/**
 * Returns a `fetch` that observes all responses. After a 429, in which case the vendor did nothing,
 * it waits and sends the request again, so that a single 429 does not make a hundred questions
 * fail.
 */
export function observing(clock: Clock): { fetch: FetchLike; observed: Observed } {
  const observed: Observed = {
    throttled: 0,
    throttledText: '',
    limitHeaders: new Set(),
    requests: 0,
  }
  return {
    observed,
    async fetch(input, init) {
      for (let waits = 0; ; waits += 1) {
        const answer = await fetch(input, init)
        observed.requests += 1
        for (const name of answer.headers.keys())
          if (SPEAKS_OF_LIMITS.test(name)) observed.limitHeaders.add(name)
        if (answer.status !== 429) return answer
        observed.throttled += 1
        if (waits >= MOST_WAITS) return answer
        observed.throttledText = await answer.text()
        const seconds = Number(answer.headers.get('retry-after'))
        await clock.sleep(seconds > 0 ? seconds * 1_000 : WAIT_AFTER_429_MS)
      }
    },
  }
}

/** Sends requests below one base address, with the session's token and at its pace. */
export function rawRequests(options: {
  vendor: Vendor
  baseUrl: string
  token: () => Promise<string>
  limiter: Limiter
  fetch: FetchLike
  userAgent: string
}): Raw {
  const base = requireSecure(options.baseUrl).href.replace(/\/+$/, '')
  return async (method, path, request = {}) => {
    const token = request.token ?? (await options.token())
    const query = new URLSearchParams(
      Object.entries(request.query ?? {}).map(([name, value]) => [name, String(value)]),
    ).toString()
    return options.limiter(
      async () => {
        const answer = await options.fetch(`${base}${path}${query && `?${query}`}`, {
          method,
          redirect: 'manual',
          signal: AbortSignal.timeout(TIMEOUT_MS),
          headers: {
            accept: 'application/json',
            'user-agent': options.userAgent,
            'x-request-id': crypto.randomUUID(),
            ...(token && { authorization: `Bearer ${token}` }),
            ...(request.json !== undefined && { 'content-type': 'application/json' }),
          },
          ...bodyOf(request),
        })
        return readAnswer(answer)
      },
      { timeoutMs: TIMEOUT_MS, safe: method === 'GET' },
    )
  }
}

function bodyOf({ json, form, multipart }: RawRequest): Pick<RequestInit, 'body'> {
  if (multipart) return { body: multipart }
  if (form) return { body: new URLSearchParams(form) }
  return json === undefined ? {} : { body: JSON.stringify(json) }
}

async function readAnswer(answer: Response): Promise<RawAnswer> {
  const text = await answer.text()
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    json = undefined
  }
  return { status: answer.status, headers: answer.headers, text, json }
}

/** Returns a list's rows; empty if the response is not a list. */
export function rowsOf({ json }: RawAnswer): Record<string, unknown>[] {
  return Array.isArray(json) ? json.filter(isObject) : []
}

export function objectOf({ json }: RawAnswer): Record<string, unknown> {
  return isObject(json) ? json : {}
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a summary short enough for a table, e.g. "400 Feil ved validering…". */
export function brief({ status, text }: RawAnswer): string {
  const words = text.replace(/\s+/g, ' ').trim()
  return words === '' ? String(status) : `${status} ${words.slice(0, 120)}`
}
