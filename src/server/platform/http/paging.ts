import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { FastifyReply } from 'fastify'
import { isUuid } from '#shared/fields'
import { HttpError } from '../http-error.ts'

/**
 * A position in a list sorted newest first, for paging by the last row instead of a row count. Rows
 * added or deleted between two pages therefore cause neither repeated nor missing rows.
 */
export interface Cursor {
  /** The creation time; only our own clock writes such columns, so milliseconds lose nothing. */
  at: Date
  id: string
}

export type IdKind = 'number' | 'uuid'

const ID_FORMS: Record<IdKind, (text: string) => boolean> = {
  number: (text) => /^\d{1,15}$/.test(text),
  uuid: isUuid,
}

export function cursorOf(row: { createdAt: Date; id: string | number }): string {
  return Buffer.from(`${row.createdAt.getTime()}.${row.id}`, 'utf8').toString('base64url')
}

/**
 * Parses a cursor; returns null if there is none.
 * @throws HttpError 400 for a string that we did not create
 */
export function readCursor(text: string | undefined, ids: IdKind): Cursor | null {
  if (!text) return null
  const [time = '', ...rest] = Buffer.from(text, 'base64url').toString('utf8').split('.')
  const at = new Date(/^\d{1,15}$/.test(time) ? Number(time) : Number.NaN)
  const id = rest.join('.')
  if (Number.isNaN(at.getTime()) || !ID_FORMS[ids](id)) {
    throw new HttpError(
      400,
      'invalid_cursor',
      'Siden du ba om, finnes ikke lenger. Last listen på nytt.',
    )
  }
  return { at, id }
}

/**
 * Returns the SQL condition for the rows after the cursor, for `order by createdAt desc, id desc`;
 * undefined on the first page.
 */
export function afterCursor(
  createdAt: PgColumn,
  id: PgColumn,
  cursor: Cursor | null | undefined,
): SQL | undefined {
  if (!cursor) return undefined
  return sql`(${createdAt}, ${id}) < (${sql.param(cursor.at, createdAt)}, ${sql.param(cursor.id, id)})`
}

export function pageOf<Row extends { createdAt: Date; id: string | number }>(
  rows: readonly Row[],
  limit: number,
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, nextCursor: last && rows.length > limit ? cursorOf(last) : null }
}

/**
 * Sets the headers of a page: the body of a list is a bare array (rule 15). X-Next-Cursor is
 * omitted on the last page.
 */
export function sayPage(
  reply: FastifyReply,
  page: { total: number; nextCursor: string | null },
): void {
  void reply.header('x-total-count', String(page.total))
  if (page.nextCursor !== null) void reply.header('x-next-cursor', page.nextCursor)
}

/** Returns an `ilike` pattern with the user's % and _ taken literally. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`
}
