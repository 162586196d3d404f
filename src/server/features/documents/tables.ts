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
import { users } from '../auth/tables.ts'
import type { InvoiceRequest, SentDraft } from '../drafts/sent-draft.ts'
import type { Absence } from '../reservations/absence.ts'

/** The end of a document as its owner's present one: deleted by "Angre", not found, or credited. */
export type HowEnded = 'undone' | 'gone' | 'credited'

/**
 * The columns about one document in Fiken, which `documents` shares with the monthly bills: a bill
 * has exactly one document, so its row is one (decision 0069).
 */
export const documentColumns = () => ({
  /** The idempotency key in Fiken, which a lost answer is looked up by. */
  uuid: text('uuid').notNull(),
  /** Fiken's numeric id of the draft. */
  draftId: text('draft_id'),
  /**
   * True after a create was sent whose answer is not known: Fiken is asked about it before anything
   * else happens.
   */
  outcomeUnknown: boolean('outcome_unknown').notNull().default(false),
  /**
   * Written before an invoice is requested; as long as it is set, an invoice may exist that no list
   * shows yet.
   */
  invoiceRequest: jsonb('invoice_request').$type<InvoiceRequest>(),
  /** The empty look-ups so far, where the draft was. */
  absence: jsonb('absence').$type<Absence>(),
  /** The recipient's contact in Fiken. */
  contactId: text('contact_id'),
  invoiceId: text('invoice_id'),
  invoiceNumber: text('invoice_number'),
})

/**
 * The drafts that Fiken was, or is about to be, asked to make, with the invoices that they become. A
 * row is written before the first request leaves. Its owners point at it as long as it is their
 * present one; a former one stays as a record.
 */
export const documents = pgTable(
  'documents',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    companySlug: text('company_slug').notNull(),
    ...documentColumns(),
    /** The formula of the uuid; a collective document may have several owners. */
    kind: text('kind', { enum: ['alone', 'collective'] }).notNull(),
    /** The draft as sent, and as Fiken has it. */
    record: jsonb('record').$type<SentDraft>(),
    /** The credit on the deposit's invoice that the draft takes off; null when it takes none off. */
    depositCredit: jsonb('deposit_credit').$type<DepositCredit>(),
    /** The invoice's payment status when Fiken was last asked. */
    paymentStatus: text('payment_status').$type<KnownPayment>(),
    paymentDueDate: date('payment_due_date', { mode: 'string' }),
    /** Øre. */
    paidAmount: bigint('paid_amount', { mode: 'number' }),
    /** The credited part of the invoice when Fiken was last asked. */
    credit: jsonb('credit').$type<SeenCredit>(),
    paymentCheckedAt: timestamp('payment_checked_at', { withTimezone: true }),
    /** Null for its owners' present document. */
    ended: text('ended').$type<HowEnded>(),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    // A former document's uuid may be used once more, as after a change of company and back.
    uniqueIndex('documents_present')
      .on(t.userId, t.companySlug, t.uuid)
      .where(sql`${t.ended} is null`),
    index('documents_user_created').on(t.userId, t.createdAt, t.id),
    // Few: documents with a deposit, which may be credited.
    index('documents_deposit_credit')
      .on(t.userId)
      .where(sql`${t.depositCredit} is not null`),
  ],
)

export type DocumentRow = typeof documents.$inferSelect

export const keepFor: KeepFor = [
  // A present document is deleted with its owners (transfers/tables.ts).
  [
    documents,
    {
      for: { years: 5 },
      old: (before) => and(lt(documents.createdAt, before), isNotNull(documents.ended)),
    },
  ],
]
