import { and, isNotNull, lt, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { DepositCredit, SeenCredit } from '#shared/credit'
import type { KnownPayment } from '#shared/payment-status'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { companyColumn } from '../auth/tables.ts'
import type { InvoiceRequest, SentDraft } from '../drafts/sent-draft.ts'
import type { Absence } from '../reservations/absence.ts'

/** The ending of a document: deleted with "Angre", not found in Fiken, or credited. */
export type HowEnded = 'undone' | 'gone' | 'credited'

/**
 * The columns shared by `documents` and the monthly bills: a bill has exactly one document, so both
 * are one row (decision 0069).
 */
export const documentColumns = () => ({
  uuid: text('uuid').notNull(),
  draftId: text('draft_id'),
  /**
   * True while a create request's response is unknown. The draft is then looked up before anything
   * else happens.
   */
  outcomeUnknown: boolean('outcome_unknown').notNull().default(false),
  /**
   * The request for an invoice, written before it is sent. While it is set, Fiken might have an
   * invoice that is not listed.
   */
  invoiceRequest: jsonb('invoice_request').$type<InvoiceRequest>(),
  absence: jsonb('absence').$type<Absence>(),
  contactId: text('contact_id'),
  invoiceId: text('invoice_id'),
  invoiceNumber: text('invoice_number'),
})

/**
 * The drafts that were, or are about to be, created in Fiken, and their invoices. A row is written
 * before the first request is sent. A former document stays as a record.
 */
export const documents = pgTable(
  'documents',
  {
    id: uuid('id').primaryKey(),
    companyId: companyColumn(),
    companySlug: text('company_slug').notNull(),
    ...documentColumns(),
    /**
     * The kind of document, which decides how the uuid is computed. A collective document can have
     * several owners.
     */
    kind: text('kind', { enum: ['alone', 'collective'] }).notNull(),
    record: jsonb('record').$type<SentDraft>(),
    depositCredit: jsonb('deposit_credit').$type<DepositCredit>(),
    paymentStatus: text('payment_status').$type<KnownPayment>(),
    paymentDueDate: date('payment_due_date', { mode: 'string' }),
    /** The paid amount in øre. */
    paidAmount: bigint('paid_amount', { mode: 'number' }),
    credit: jsonb('credit').$type<SeenCredit>(),
    paymentCheckedAt: timestamp('payment_checked_at', { withTimezone: true }),
    /** The document's ending; null for the owners' current document. */
    ended: text('ended').$type<HowEnded>(),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    // A former document's uuid may be used again, for example after changing to another company and
    // back.
    uniqueIndex('documents_present')
      .on(t.companyId, t.companySlug, t.uuid)
      .where(sql`${t.ended} is null`),
    index('documents_user_created').on(t.companyId, t.createdAt, t.id),
    // Nearly always empty.
    index('documents_gone')
      .on(t.companyId)
      .where(sql`${t.paymentStatus} = 'gone' and ${t.ended} is null`),
    // A small index: only documents with a deposit are in it.
    index('documents_deposit_credit')
      .on(t.companyId)
      .where(sql`${t.depositCredit} is not null`),
  ],
)

export type DocumentRow = typeof documents.$inferSelect

export const keepFor: KeepFor = [
  // A current document is deleted together with its owners (transfers/tables.ts).
  [
    documents,
    {
      for: { years: 5 },
      old: (before) => and(lt(documents.createdAt, before), isNotNull(documents.ended)),
    },
  ],
]
