import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { FastifyReply } from 'fastify'
import { HttpError } from '../http-error.ts'

/**
 * Paging of lists that are newest first, by the position of the last row rather than by counting
 * rows: rows added or removed in the meantime neither repeat nor hide anything.
 */
export interface Cursor {
  /**
   * The row's creation time. Such columns are written by our own clock, so they have no more than
   * milliseconds.
   */
  at: Date
  id: string
}

/** The form of a table's ids, checked before a cursor reaches the database. */
export type IdKind = 'number' | 'uuid'

const ID_FORMS: Record<IdKind, RegExp> = {
  number: /^\d{1,15}$/,
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
}

/** Returns the opaque text that asks for the rows after this one. */
export function cursorOf(row: { createdAt: Date; id: string | number }): string {
  return Buffer.from(`${row.createdAt.getTime()}.${row.id}`, 'utf8').toString('base64url')
}

/**
 * Parses a cursor; null without one.
 * @throws HttpError 400 for a text that we did not write
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
 * Returns the condition "after this position", for `order by createdAt desc, id desc`; undefined on
 * the first page.
 */
export function afterCursor(
  createdAt: PgColumn,
  id: PgColumn,
  cursor: Cursor | null | undefined,
): SQL | undefined {
  if (!cursor) return undefined
  return sql`(${createdAt}, ${id}) < (${sql.param(cursor.at, createdAt)}, ${sql.param(cursor.id, id)})`
}

/** Cuts a page out of `limit + 1` rows: the extra one only shows that there is a next page. */
export function pageOf<Row extends { createdAt: Date; id: string | number }>(
  rows: readonly Row[],
  limit: number,
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, nextCursor: last && rows.length > limit ? cursorOf(last) : null }
}

/**
 * Sets the headers of a page, because lists are bare arrays (rule 15). X-Next-Cursor is left out on
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
 * Returns a pattern for `ilike` that matches the user's text anywhere, its % and _ taken literally.
 */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`
}
