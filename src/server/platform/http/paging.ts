import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { FastifyReply } from 'fastify'
import { HttpError } from '../http-error.ts'

/**
 * Paging of lists that are newest first, by the place of the last row rather than by counting
 * rows: what is added or removed in the meantime neither repeats nor hides anything.
 */
export interface Cursor {
  /**
   * The row's creation time. Such columns are written by our own clock, so milliseconds are all
   * there is of it.
   */
  at: Date
  id: string
}

/** How a table's ids look: checked before a cursor reaches the database. */
export type IdKind = 'number' | 'uuid'

const ID_FORMS: Record<IdKind, RegExp> = {
  number: /^\d{1,15}$/,
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
}

/** The opaque text that asks for what comes after this row. */
export function cursorOf(row: { createdAt: Date; id: string | number }): string {
  return Buffer.from(`${row.createdAt.getTime()}.${row.id}`, 'utf8').toString('base64url')
}

/**
 * Where a cursor points; null without one. Throws a HttpError (400) for anything that we did not
 * write ourselves.
 */
export function readCursor(text: string | undefined, ids: IdKind): Cursor | null {
  if (!text) return null
  const [time = '', ...rest] = Buffer.from(text, 'base64url').toString('utf8').split('.')
  const at = new Date(/^\d{1,15}$/.test(time) ? Number(time) : Number.NaN)
  const id = rest.join('.')
  if (Number.isNaN(at.getTime()) || !ID_FORMS[ids].test(id)) {
    throw new HttpError(
      400,
      'invalid_cursor',
      'Siden du ba om, finnes ikke lenger. Last listen på nytt.',
    )
  }
  return { at, id }
}

/**
 * The condition "comes after this place", for `order by createdAt desc, id desc`; undefined on the
 * first page.
 */
export function afterCursor(
  createdAt: PgColumn,
  id: PgColumn,
  cursor: Cursor | null | undefined,
): SQL | undefined {
  if (!cursor) return undefined
  return sql`(${createdAt}, ${id}) < (${sql.param(cursor.at, createdAt)}, ${sql.param(cursor.id, id)})`
}

/** Cuts a page out of `limit + 1` rows: the one too many only shows that there is a next page. */
export function pageOf<Row extends { createdAt: Date; id: string | number }>(
  rows: readonly Row[],
  limit: number,
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, nextCursor: last && rows.length > limit ? cursorOf(last) : null }
}

/**
 * Lists are bare arrays (rule 15), so the rest travels in headers. X-Next-Cursor is left out on
 * the last page.
 */
export function sayPage(
  reply: FastifyReply,
  page: { total: number; nextCursor: string | null },
): void {
  void reply.header('x-total-count', String(page.total))
  if (page.nextCursor !== null) void reply.header('x-next-cursor', page.nextCursor)
}

/**
 * What a person typed, as a pattern of `ilike` that matches it anywhere, its % and _ taken
 * literally.
 */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`
}
