import { getTableColumns, sql } from 'drizzle-orm'
import {
  alias,
  bigint,
  boolean,
  date,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { DepositCredit, SeenCredit } from '#shared/credit'
import type { KnownPayment } from '#shared/payment-status'
import { documents } from '../documents/tables.ts'
import type { InvoiceRequest, SentDraft } from '../drafts/sent-draft.ts'
import type { Absence } from '../reservations/absence.ts'
import { ownColumns, transfers } from './tables.ts'

/**
 * Transfers with their current document: the view `transfer_rows` (migration 0053), aliased to the
 * table's name, so that a condition on `transfers` works for both. The view is never written to or
 * locked.
 */
export const transferRows = alias(
  pgTable('transfer_rows', {
    ...ownColumns(),
    fikenInvoiceDraftId: text('fiken_invoice_draft_id'),
    fikenDraftUuid: text('fiken_draft_uuid'),
    fikenInvoiceId: text('fiken_invoice_id'),
    fikenInvoiceNumber: text('fiken_invoice_number'),
    collectiveId: uuid('collective_id'),
    depositCredit: jsonb('deposit_credit').$type<DepositCredit>(),
    fikenCustomerId: text('fiken_customer_id'),
    outcomeUnknown: boolean('outcome_unknown').notNull(),
    invoiceRequest: jsonb('invoice_request').$type<InvoiceRequest>(),
    absence: jsonb('absence').$type<Absence>(),
    fikenData: jsonb('fiken_data').$type<SentDraft>(),
    paymentStatus: text('payment_status').$type<KnownPayment>(),
    paymentDueDate: date('payment_due_date', { mode: 'string' }),
    paidAmount: bigint('paid_amount', { mode: 'number' }),
    credit: jsonb('credit').$type<SeenCredit>(),
    paymentCheckedAt: timestamp('payment_checked_at', { withTimezone: true }),
  }),
  'transfers',
)

export const OF_DOCUMENT = {
  fikenInvoiceDraftId: documents.draftId,
  fikenDraftUuid: documents.uuid,
  fikenInvoiceId: documents.invoiceId,
  fikenInvoiceNumber: documents.invoiceNumber,
  collectiveId: sql<
    string | null
  >`case when ${documents.kind} = 'collective' then ${documents.id} end`,
  depositCredit: documents.depositCredit,
  fikenCustomerId: documents.contactId,
  outcomeUnknown: sql<boolean>`coalesce(${documents.outcomeUnknown}, false)`,
  invoiceRequest: documents.invoiceRequest,
  absence: documents.absence,
  fikenData: documents.record,
  paymentStatus: documents.paymentStatus,
  paymentDueDate: documents.paymentDueDate,
  paidAmount: documents.paidAmount,
  credit: documents.credit,
  paymentCheckedAt: documents.paymentCheckedAt,
}

type OwnKey = keyof typeof transfers._.columns

export function ownOf<Part extends Record<OwnKey, unknown>>(part: Part): Pick<Part, OwnKey> {
  const keys = Object.keys(getTableColumns(transfers)) as OwnKey[]
  return Object.fromEntries(keys.map((key) => [key, part[key]])) as Pick<Part, OwnKey>
}
