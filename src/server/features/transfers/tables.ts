import { and, isNull, lt, ne, not, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { StoredJob } from '#shared/transfer-display'
import type { ReplacedInvoice } from '#shared/credit'
import type { CauseCode } from '#shared/causes/index'
import type { Overruled, PendingReason, Stage, TransferStatus } from '#shared/transfer-status'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { companyColumn } from '../auth/tables.ts'
import type { ChosenForJob } from '../customers/deciding/plan-recipient.ts'
import type { JobSnapshot } from '../service-jobs/snapshot.ts'
import { documents, type DocumentRow, type HowEnded } from '../documents/tables.ts'
import type { JobShare } from '../drafts/sent-draft.ts'
import type { ChosenDeposit } from './chosen-deposit.ts'

/** Returns the columns of a transfer that are also in the view `transfer_rows` (row-queries.ts). */
export const ownColumns = () => ({
  id: uuid('id').primaryKey(),
  companyId: companyColumn(),
  servicem8JobId: text('servicem8_job_id').notNull(),
  servicem8AccountId: text('servicem8_account_id').notNull(),
  status: text('status').$type<TransferStatus>().notNull(),
  pendingReason: text('pending_reason').$type<PendingReason>(),
  fikenCompanySlug: text('fiken_company_slug'),
  /** The revision, which is part of the draft's uuid and is raised only by the user. */
  revision: integer('revision').notNull().default(0),
  chosenRecipient: jsonb('chosen_recipient').$type<ChosenForJob>(),
  /** The id of the row's set, from the set's start until the row's draft is reserved. */
  collectiveRun: uuid('collective_run'),
  /** The document that is, or is about to be, in Fiken; null before, and once it is detached. */
  documentId: uuid('document_id').references(() => documents.id),
  /** The job's share of a document of several jobs; null when the whole document is the job's. */
  share: jsonb('share').$type<JobShare>(),
  deposit: jsonb('deposit').$type<ChosenDeposit>(),
  customerId: uuid('customer_id'),
  customerName: text('customer_name'),
  /** The time of completion in ServiceM8, which decides the month that the job is reconciled in. */
  jobCompletedAt: timestamp('job_completed_at', { withTimezone: true }),
  /** The gross amount in øre. */
  amount: bigint('amount', { mode: 'number' }),
  netAmount: bigint('net_amount', { mode: 'number' }),
  poNumber: text('po_number'),
  jobNumber: text('job_number').notNull().default(''),
  lineItemsCount: integer('line_items_count').notNull().default(0),
  errorMessage: text('error_message'),
  errorCode: text('error_code').$type<CauseCode>(),
  retryCount: integer('retry_count').notNull().default(0),
  /**
   * The automatic attempts since the last success or user action; their number decides the retry
   * interval.
   */
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }),
  /**
   * The id of the run that has claimed the row. Every write of a run requires its claim, so a run
   * that has lost the row changes nothing.
   */
  claim: uuid('claim'),
  claimedAt: timestamp('claimed_at', { withTimezone: true }),
  stage: text('stage').$type<Stage>(),
  /**
   * True when the job must be fetched before anything is built: the user retried, or it changed.
   */
  needsFetch: boolean('needs_fetch').notNull().default(false),
  /**
   * True if the user started the transfer while the integration was off, so that setting does not
   * stop it.
   */
  askedWhileOff: boolean('asked_while_off').notNull().default(false),
  startedByWebhook: boolean('started_by_webhook').notNull().default(false),
  /** The obstacles that the user has overruled; cleared when a draft is created. */
  overruled: text('overruled').array().$type<Overruled[]>().notNull().default([]),
  skipTransfer: boolean('skip_transfer').notNull().default(false),
  /** The job as the screens show it (storedJob in contracts/transfers/row.ts). */
  servicem8Data: jsonb('servicem8_data').$type<StoredJob>(),
  snapshot: jsonb('snapshot').$type<JobSnapshot>(),
  attachmentsChosen: boolean('attachments_chosen').notNull().default(false),
  /** The time at which the job's files became due for upload; null when none are due. */
  attachmentsDueAt: timestamp('attachments_due_at', { withTimezone: true }),
  attachmentsNote: text('attachments_note'),
  completedAt: timestamp('completed_at', { withTimezone: true }),
  replaces: jsonb('replaces').$type<ReplacedInvoice>(),
  writtenBackAt: timestamp('written_back_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
})

export const transfers = pgTable('transfers', ownColumns(), (t) => [
  unique('transfers_user_job').on(t.companyId, t.servicem8JobId),
  index('transfers_user_created').on(t.companyId, t.createdAt, t.id),
  // The index includes the columns counted for the dashboard's 30 days, so that no row is read.
  index('transfers_user_job_completed').on(t.companyId, t.jobCompletedAt, t.status, t.skipTransfer),
  index('transfers_user_completed')
    .on(t.companyId, t.completedAt)
    .where(sql`${t.status} = 'completed' and not ${t.skipTransfer}`),
  index('transfers_user_amount')
    .on(
      t.companyId,
      t.amount.desc().nullsLast(),
      t.createdAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    )
    .where(sql`not ${t.skipTransfer}`),
  // The index is in the order in which rows are claimed, and includes the retry time, so that
  // waiting rows are skipped without reading them.
  index('transfers_queued')
    .on(t.companyId, t.createdAt, t.id, t.nextAttemptAt)
    .where(sql`${t.status} = 'queued' and not ${t.skipTransfer}`),
  // The user's first index entry gives the time when the first of the user's queued rows is due.
  index('transfers_due')
    .on(t.companyId, t.nextAttemptAt.asc().nullsFirst())
    .where(sql`${t.status} = 'queued' and not ${t.skipTransfer}`),
  // The index has the rows that wait for a vendor that is down. It is nearly always empty, and is
  // searched as often as `transfers_standing_still`.
  index('transfers_outages')
    .on(t.companyId, t.errorCode)
    .where(
      sql`not ${t.skipTransfer} and ${t.status} in ('queued', 'processing') and ${t.errorCode} in ('fiken_down', 'servicem8_down')`,
    ),
  index('transfers_processing')
    .on(t.companyId)
    .where(sql`${t.status} = 'processing'`),
  index('transfers_user_status')
    .on(t.companyId, t.status)
    .where(sql`not ${t.skipTransfer}`),
  // The index has the rows that wait for the user to act. There are few, but they are searched
  // across all users every few seconds (notifications). The index includes the status, so that
  // counting by cause reads no row.
  index('transfers_standing_still')
    .on(t.companyId, t.errorCode, t.status)
    .where(
      sql`not ${t.skipTransfer} and (${t.status} = 'failed' or (${t.status} = 'pending' and ${t.pendingReason} = 'ambiguous_customer'))`,
    ),
  // The index counts what needs the user, with the sum, without reading a row (needs-queries.ts).
  index('transfers_needing')
    .on(t.companyId, t.status, t.pendingReason, t.amount)
    .where(sql`not ${t.skipTransfer} and ${t.status} in ('pending', 'failed')`),
  // The index finds the rows that share a document, also when a document is deleted.
  index('transfers_document')
    .on(t.documentId)
    .where(sql`${t.documentId} is not null`),
  // The index is nearly always empty.
  index('transfers_attachments_due')
    .on(t.companyId, t.attachmentsDueAt)
    .where(sql`${t.attachmentsDueAt} is not null`),
  // The index finds the choices that "Kundevalg" lists beside the links.
  index('transfers_chosen_recipient')
    .on(t.companyId)
    .where(sql`${t.chosenRecipient} is not null`),
  // An invoice can be deducted from only one job.
  uniqueIndex('transfers_deposit')
    .on(t.companyId, sql`(${t.deposit}->>'slug')`, sql`(${t.deposit}->>'invoiceId')`)
    .where(sql`${t.deposit} is not null`),
  check(
    'transfers_status',
    sql`${t.status} in ('pending', 'queued', 'processing', 'completed', 'failed')`,
  ),
])

/**
 * The search texts: job number, customer, PO number and error of each transfer, one per line, with
 * the columns that decide the result's order. A trigger (migration 0006) keeps the texts up to
 * date. They are stored apart from the row, because their index is expensive to write and the
 * pipeline writes a row many times (decision 0016).
 */
export const transferTexts = pgTable(
  'transfer_texts',
  {
    transferId: uuid('transfer_id')
      .primaryKey()
      .references(() => transfers.id, { onDelete: 'cascade' }),
    companyId: uuid('user_id').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    skipped: boolean('skipped').notNull(),
    text: text('text').notNull(),
  },
  (t) => [
    index('transfer_texts_search').using('gin', t.companyId, t.text.op('gin_trgm_ops')),
    index('transfer_texts_newest').on(t.companyId, t.createdAt, t.transferId),
  ],
)

export const transferEvents = pgTable(
  'transfer_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    transferId: uuid('transfer_id')
      .notNull()
      .references(() => transfers.id, { onDelete: 'cascade' }),
    companyId: uuid('user_id').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull(),
    kind: text('kind', { enum: ['step', 'call', 'person'] }).notNull(),
    /** Who did it, without a foreign key, so that the entry outlives the person. */
    actorId: uuid('actor_id'),
    step: text('step').notNull(),
    text: text('text').notNull(),
    ok: boolean('ok'),
    vendor: text('vendor'),
    method: text('method'),
    path: text('path'),
    status: integer('status'),
    requestId: text('request_id'),
    durationMs: integer('duration_ms'),
  },
  (t) => [index('transfer_events_transfer').on(t.transferId, t.id)],
)

type Own = typeof transfers.$inferSelect

export interface OfDocument {
  fikenInvoiceDraftId: DocumentRow['draftId']
  fikenDraftUuid: DocumentRow['uuid'] | null
  fikenInvoiceId: DocumentRow['invoiceId']
  fikenInvoiceNumber: DocumentRow['invoiceNumber']
  /** The document's id if it was created as a collective draft (decision 0054); otherwise null. */
  collectiveId: DocumentRow['id'] | null
  depositCredit: DocumentRow['depositCredit']
  fikenCustomerId: DocumentRow['contactId']
  outcomeUnknown: DocumentRow['outcomeUnknown']
  invoiceRequest: DocumentRow['invoiceRequest']
  absence: DocumentRow['absence']
  fikenData: DocumentRow['record']
  paymentStatus: DocumentRow['paymentStatus']
  paymentDueDate: DocumentRow['paymentDueDate']
  paidAmount: DocumentRow['paidAmount']
  credit: DocumentRow['credit']
  paymentCheckedAt: DocumentRow['paymentCheckedAt']
}

export type TransferRow = Own & OfDocument

export type NewTransfer = typeof transfers.$inferInsert

export type TransferChange = Partial<NewTransfer & OfDocument> & {
  ended?: HowEnded
}

export const keepFor: KeepFor = [
  // Running transfers are kept. The jobs of one document are deleted together, because a document
  // with some of its jobs missing could not be recognised.
  [
    transfers,
    {
      for: { years: 5 },
      old: (before) => {
        const stays = sql`exists (select from transfers part where part.user_id = ${transfers.companyId}
          and part.document_id = ${transfers.documentId}
          and (part.created_at >= ${before.toISOString()}::timestamptz or part.status = 'processing'))`
        return and(lt(transfers.createdAt, before), ne(transfers.status, 'processing'), not(stays))
      },
    },
  ],
  // Documents whose owners have been deleted are deleted too.
  [
    documents,
    {
      for: { years: 5 },
      old: () =>
        and(
          isNull(documents.ended),
          sql`not exists (select from transfers owner where owner.document_id = ${documents.id})`,
        ),
    },
  ],
  [transferTexts, { with: transfers }],
  [transferEvents, { with: transfers }],
]
