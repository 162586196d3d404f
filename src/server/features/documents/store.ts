import { and, eq, getTableColumns, is, isNull, SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../platform/database/database.ts'
import { documents, type DocumentRow, type HowEnded } from './tables.ts'

/**
 * SQL parts that write documents. An owner writes its own rows in the same statement, so that both
 * are written or neither.
 */

export type DocumentChange = Partial<Omit<DocumentRow, 'id' | 'companyId' | 'createdAt'>>

export type NewDocument = DocumentChange &
  Pick<DocumentRow, 'id' | 'kind' | 'createdAt'> & { companyId: string | SQL }

/**
 * Builds the statement that updates documents.
 * @param which a subquery that selects the documents' ids
 */
export const changing = (db: Db, which: SQL, change: DocumentChange) =>
  db
    .update(documents)
    .set(change)
    .where(sql`${documents.id} in (${which})`)
    .returning({ id: documents.id })

/**
 * Builds the statement that ends the owners' current document, which keeps the data received from
 * Fiken.
 */
export const ending = (db: Db, which: SQL, ended: HowEnded, endedAt: Date) =>
  changing(db, which, { ended, endedAt })

const UNASKED = {
  draftId: null,
  outcomeUnknown: false,
  record: null,
  invoiceRequest: null,
  absence: null,
  contactId: null,
  invoiceId: null,
  invoiceNumber: null,
  depositCredit: null,
} as const satisfies DocumentChange

/**
 * Returns SQL that inserts a document, or resets the current document with the same company and
 * uuid, and returns its id. Must be used only before that document is requested from Fiken, because
 * resetting a sent document would lose its draft.
 * @param from the statement's source: one row, or none when no document is to be created
 */
export function making(document: NewDocument, from: SQL): SQL {
  const given: Record<string, unknown> = { ...UNASKED, ...document }
  const columns = Object.entries(getTableColumns(documents) as Record<string, PgColumn>).filter(
    ([key]) => key in given,
  )
  const name = ({ name: column }: PgColumn) => sql.identifier(column)
  const list = (parts: SQL[]) => sql.join(parts, sql`, `)
  const values = columns.map(([key, column]) => {
    const value = given[key] ?? null
    if (is(value, SQL)) return value
    return sql`${value === null ? null : sql.param(value, column)}::${sql.raw(column.getSQLType())}`
  })
  const again = columns
    .filter(([key]) => key !== 'id' && key !== 'companyId')
    .map(([, column]) => sql`${name(column)} = excluded.${name(column)}`)
  return sql`(insert into documents (${list(columns.map(([, column]) => sql`${name(column)}`))})
    select ${list(values)} from ${from}
    on conflict (user_id, company_slug, uuid) where ended is null do update set ${list(again)}
    returning id)`
}

/** Builds the statement that deletes the given documents, except those that were sent. */
export const discarding = (db: Db, which: SQL) =>
  db
    .delete(documents)
    .where(
      sql`${documents.id} in (${which}) and ${isNull(documents.draftId)} and not ${documents.outcomeUnknown}
        and ${isNull(documents.invoiceId)} and ${isNull(documents.ended)}`,
    )
    .returning({ id: documents.id })

/**
 * Returns SQL that stores the payment seen in Fiken, and the amounts of an invoice that was edited
 * before it was issued.
 * @param seen selects the columns below, with each `document_id` once
 */
export const seeing = (seen: SQL, at: Date) => sql`(
  update documents d
  set payment_status = s.status, payment_due_date = s."dueDate", paid_amount = s.paid, credit = s.credit,
    payment_checked_at = ${at.toISOString()}::timestamptz,
    invoice_id = coalesce(s."invoiceId", d.invoice_id), invoice_number = coalesce(s."invoiceNumber", d.invoice_number),
    contact_id = coalesce(s."customerId", d.contact_id),
    record = case when s.note is null then d.record else d.record || jsonb_build_object('net', s.net, 'gross', s.gross,
      'notes', coalesce(d.record->'notes', '[]'::jsonb) || to_jsonb(s.note)) end
  from (${seen}) s where d.id = s.document_id
  returning d.id)`

/**
 * Returns SQL that stores the credited amount of the deposit invoice that a draft deducts, unless
 * the draft now deducts another deposit invoice. What the user has settled stays settled.
 * @param seen selects `document_id` and `credit`
 */
export const seeingDepositCredit = (seen: SQL) => sql`(
  update documents d set deposit_credit = s.credit
    || case when d.deposit_credit ? 'settled' then jsonb_build_object('settled', d.deposit_credit->'settled') else '{}' end
  from (${seen}) s where d.id = s.document_id and d.deposit_credit->>'invoiceId' = s.credit->>'invoiceId'
  returning d.id)`

/**
 * Stores which credit notes of the deducted deposit the user has settled. Writes only that key,
 * because the credit may be read from Fiken at the same time.
 */
export async function settleDepositCredit(
  db: Db,
  { companyId, documentId }: { companyId: string; documentId: string },
  settled: readonly number[],
): Promise<void> {
  await db
    .update(documents)
    .set({
      depositCredit: sql`${documents.depositCredit} || ${JSON.stringify({ settled })}::jsonb`,
    })
    .where(and(eq(documents.companyId, companyId), eq(documents.id, documentId)))
}
