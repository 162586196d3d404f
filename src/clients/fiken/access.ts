import { ExternalError } from '../http/external-error.ts'
import { pagesByNumber, readRows } from '../http/pages.ts'
import type { NumberedPage, Page } from '../http/pages.ts'
import { readRow } from '../http/row.ts'
import type { Row } from '../http/row.ts'
import type { Answer, Query, RequestOptions, Transport } from '../http/transport.ts'

/** The largest page that Fiken gives. */
export const PAGE_SIZE = 100

export interface Access {
  send(call: RequestOptions): Promise<Answer>
  /** Fetches one page of a list; the first page is number 0. */
  page<T>(
    path: string,
    query: Query,
    number: number,
    parse: (row: unknown) => T,
    signal?: AbortSignal,
  ): Promise<NumberedPage<T>>
  pages<T>(
    path: string,
    query: Query,
    parse: (row: unknown) => T,
    signal?: AbortSignal,
  ): AsyncGenerator<Page<T>>
  /**
   * Returns the row with the given uuid, or null. `uuidOf` reads a row's uuid. Every row of every
   * page is compared, so the result is right even if Fiken ignores the filter.
   */
  findByUuid<T>(
    path: string,
    query: Query,
    uuidOf: (row: Row) => string,
    uuid: string,
    parse: (row: unknown) => T,
    signal?: AbortSignal,
  ): Promise<T | null>
  /**
   * Creates a row and returns its id, the last segment of Location (the response is 201 with an
   * empty body).
   * @throws ExternalError unknown_outcome when the row may have been created, also when the
   *   response has no id
   */
  create(path: string, json: object, options?: SendOptions): Promise<number>
}

export interface SendOptions {
  /**
   * Called and awaited right before each attempt. If it throws, nothing is sent and the error is
   * passed on.
   */
  beforeSend?: (() => Promise<void>) | undefined
}

export function accessTo(transport: Transport): Access {
  const send: Access['send'] = (call) => transport.request(call)

  const page: Access['page'] = async (path, query, number, parse, signal) => {
    const call = {
      method: 'GET',
      path,
      query: { ...query, page: number, pageSize: PAGE_SIZE },
      signal,
    } as const
    const { body, headers, requestId } = await send(call)
    if (!Array.isArray(body)) {
      throw new ExternalError({
        vendor: 'fiken',
        kind: 'bad_answer',
        doing: `GET ${path}`,
        requestId,
        details: 'not a list',
      })
    }
    return {
      ...readRows(body, parse),
      total: count(headers, 'fiken-api-result-count'),
      // Without the page count header, a page that is not full is the last page.
      pageCount:
        count(headers, 'fiken-api-page-count') ?? (body.length < PAGE_SIZE ? number + 1 : null),
    }
  }

  const pages: Access['pages'] = (path, query, parse, signal) =>
    pagesByNumber('fiken', (number) => page(path, query, number, parse, signal))

  return {
    send,
    page,
    pages,
    async findByUuid(path, query, uuidOf, uuid, parse, signal) {
      // Reads only the uuid of other rows, so that an incomplete draft among them does not fail the
      // search.
      const candidate = (value: unknown) => ({
        value,
        uuid: uuidOf(readRow('fiken', 'row', value)),
      })
      for await (const page of pages(path, query, candidate, signal)) {
        const [unreadable] = page.unreadable
        // The unreadable row may be the row we look for: "not found" could cause a second draft.
        if (unreadable) throw unreadable
        const found = page.rows.find((row) => row.uuid.toLowerCase() === uuid.toLowerCase())
        if (found) return parse(found.value)
      }
      return null
    },
    async create(path, json, { beforeSend } = {}) {
      const { headers, status, requestId } = await send({ method: 'POST', path, json, beforeSend })
      const id = idOf(headers.get('location'))
      if (id !== null) return id
      const details = 'the answer names no id (Location)'
      throw new ExternalError({
        vendor: 'fiken',
        kind: 'unknown_outcome',
        doing: `POST ${path}`,
        status,
        requestId,
        details,
      })
    },
  }
}

function count(headers: Headers, name: string): number | null {
  const text = headers.get(name)?.trim() ?? ''
  return /^\d+$/.test(text) ? Number(text) : null
}

/**
 * Returns the numeric last segment of a Location header, with or without host, query or a trailing
 * slash; null when there is no number.
 */
export function idOf(location: string | null): number | null {
  const match = /\/(\d{1,15})\/?(?:[?#].*)?$/.exec(location ?? '')
  return match ? Number(match[1]) : null
}

/**
 * Returns the object without empty fields: Fiken can refuse null keys, and silently drops misspelt
 * keys.
 */
export function given<T extends object>(body: T): T {
  return Object.fromEntries(
    Object.entries(body).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    ),
  ) as T
}
