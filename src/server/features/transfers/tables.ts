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
import { users } from '../auth/tables.ts'
import type { ChosenForJob } from '../customers/deciding/plan-for-job.ts'
import type { JobSnapshot } from '../service-jobs/snapshot.ts'
import { documents, type DocumentRow, type HowEnded } from '../documents/tables.ts'
import type { JobShare } from '../drafts/sent-draft.ts'
import type { ChosenDeposit } from './chosen-deposit.ts'

/** The columns of a transfer's own, which the view of its rows has too (row-queries.ts). */
export const ownColumns = () => ({
  id: uuid('id').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  servicem8JobId: text('servicem8_job_id').notNull(),
  servicem8AccountId: text('servicem8_account_id').notNull(),
  /** pending | queued | processing | completed | failed (shared/transfer-status.ts). */
  status: text('status').$type<TransferStatus>().notNull(),
  pendingReason: text('pending_reason').$type<PendingReason>(),
  fikenCompanySlug: text('fiken_company_slug'),
  /** Rises only by an act of the user; part of the draft's uuid. */
  revision: integer('revision').notNull().default(0),
  /** The recipient that the user has chosen for this job alone. */
  chosenRecipient: jsonb('chosen_recipient').$type<ChosenForJob>(),
  /** The set that is being formed and that the row is in, from its start until its draft is reserved. */
  collectiveRun: uuid('collective_run'),
  /** The present or coming document in Fiken; null before, and once it is forgotten. */
  documentId: uuid('document_id').references(() => documents.id),
  /** The job's part of a document of several jobs; null when all of it is. */
  share: jsonb('share').$type<JobShare>(),
  /** The invoice of the deposit that the user has chosen to take off. */
  deposit: jsonb('deposit').$type<ChosenDeposit>(),
  customerId: uuid('customer_id'),
  customerName: text('customer_name'),
  /** The completion in ServiceM8: the month that it is reconciled in. */
  jobCompletedAt: timestamp('job_completed_at', { withTimezone: true }),
  /** Gross, øre. */
  amount: bigint('amount', { mode: 'number' }),
  netAmount: bigint('net_amount', { mode: 'number' }),
  poNumber: text('po_number'),
  jobNumber: text('job_number').notNull().default(''),
  lineItemsCount: integer('line_items_count').notNull().default(0),
  errorMessage: text('error_message'),
  /** A key of shared/causes/index.ts. */
  errorCode: text('error_code').$type<CauseCode>(),
  /** The number of retries by the user. */
  retryCount: integer('retry_count').notNull().default(0),
  /** Automatic attempts since the last success or act of the user; the rung of the retry ladder. */
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }),
  /**
   * The run that has it, while processing; every write of a run is conditional on it, so that a run
   * that lost its row changes nothing.
   */
  claim: uuid('claim'),
  claimedAt: timestamp('claimed_at', { withTimezone: true }),
  stage: text('stage').$type<Stage>(),
  /**
   * True when the user asked again, or the job has changed: it is fetched before anything is built.
   */
  needsFetch: boolean('needs_fetch').notNull().default(false),
  /** True when the user started it while the integration was off: the switch does not hold it. */
  askedWhileOff: boolean('asked_while_off').notNull().default(false),
  /** True when a report from ServiceM8 put it in the queue, and no act of the user. */
  startedByWebhook: boolean('started_by_webhook').notNull().default(false),
  /** The objections to the job that the user has overruled; cleared when a draft is made. */
  overruled: text('overruled').array().$type<Overruled[]>().notNull().default([]),
  skipTransfer: boolean('skip_transfer').notNull().default(false),
  /** The job as screens show it: storedJob in contracts/transfers/row.ts. */
  servicem8Data: jsonb('servicem8_data').$type<StoredJob>(),
  /** The source of the draft: the parsed job, lines, client and contacts as fetched. */
  snapshot: jsonb('snapshot').$type<JobSnapshot>(),
  /** True when the user has chosen files for this job. */
  attachmentsChosen: boolean('attachments_chosen').notNull().default(false),
  /** Set when the draft is in Fiken and the job's files have not been listed since. */
  attachmentsDueAt: timestamp('attachments_due_at', { withTimezone: true }),
  /** The files that are missing in Fiken, in Norwegian. */
  attachmentsNote: text('attachments_note'),
  completedAt: timestamp('completed_at', { withTimezone: true }),
  /** The credited invoice that the user had the transfer's draft made anew for. */
  replaces: jsonb('replaces').$type<ReplacedInvoice>(),
  /** When the payment was reported to ServiceM8, by a uuid of ours. */
  writtenBackAt: timestamp('written_back_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
})

export const transfers = pgTable('transfers', ownColumns(), (t) => [
  unique('transfers_user_job').on(t.userId, t.servicem8JobId),
  index('transfers_user_created').on(t.userId, t.createdAt, t.id),
  // With what the thirty days of the dashboard count, so that they read no row.
  index('transfers_user_job_completed').on(t.userId, t.jobCompletedAt, t.status, t.skipTransfer),
  index('transfers_user_completed')
    .on(t.userId, t.completedAt)
    .where(sql`${t.status} = 'completed' and not ${t.skipTransfer}`),
  index('transfers_user_amount')
    .on(
      t.userId,
      t.amount.desc().nullsLast(),
      t.createdAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    )
    .where(sql`not ${t.skipTransfer}`),
  // In the order in which they are claimed; with the wait, so that those that back off are passed
  // over without reading their rows.
  index('transfers_queued')
    .on(t.userId, t.createdAt, t.id, t.nextAttemptAt)
    .where(sql`${t.status} = 'queued' and not ${t.skipTransfer}`),
  // One entry of each user says when the first of the user's queued rows is due.
  index('transfers_due')
    .on(t.userId, t.nextAttemptAt.asc().nullsFirst())
    .where(sql`${t.status} = 'queued' and not ${t.skipTransfer}`),
  // What waits for a vendor that is down: nearly always empty, and looked for like what stands
  // still.
  index('transfers_outages')
    .on(t.userId, t.errorCode)
    .where(
      sql`not ${t.skipTransfer} and ${t.status} in ('queued', 'processing') and ${t.errorCode} in ('fiken_down', 'servicem8_down')`,
    ),
  index('transfers_processing')
    .on(t.userId)
    .where(sql`${t.status} = 'processing'`),
  index('transfers_user_status')
    .on(t.userId, t.status)
    .where(sql`not ${t.skipTransfer}`),
  // What is stopped until a person does something: few rows, looked for every few seconds over
  // all users (notifications); with the status, so that counting them by cause reads no row.
  index('transfers_standing_still')
    .on(t.userId, t.errorCode, t.status)
    .where(
      sql`not ${t.skipTransfer} and (${t.status} = 'failed' or (${t.status} = 'pending' and ${t.pendingReason} = 'ambiguous_customer'))`,
    ),
  // Who shares a document; also what the database looks in when a document is deleted.
  index('transfers_document')
    .on(t.documentId)
    .where(sql`${t.documentId} is not null`),
  // Nearly always empty: whose drafts are to get their files.
  index('transfers_attachments_due')
    .on(t.userId, t.attachmentsDueAt)
    .where(sql`${t.attachmentsDueAt} is not null`),
  // Few: what Kundevalg lists beside the links.
  index('transfers_chosen_recipient')
    .on(t.userId)
    .where(sql`${t.chosenRecipient} is not null`),
  // An invoice is taken off one job.
  uniqueIndex('transfers_deposit')
    .on(t.userId, sql`(${t.deposit}->>'slug')`, sql`(${t.deposit}->>'invoiceId')`)
    .where(sql`${t.deposit} is not null`),
  check(
    'transfers_status',
    sql`${t.status} in ('pending', 'queued', 'processing', 'completed', 'failed')`,
  ),
])

/**
 * The texts of a search: job number, customer, PO number and error of each transfer, a line each,
 * with the columns that decide the order of those found. Kept by a trigger (migration 0006) when one
 * of them changes. Apart from the row, because its index is expensive to write and a row is written
 * many times in the pipeline (decision 0016).
 */
export const transferTexts = pgTable(
  'transfer_texts',
  {
    transferId: uuid('transfer_id')
      .primaryKey()
      .references(() => transfers.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    skipped: boolean('skipped').notNull(),
    text: text('text').notNull(),
  },
  (t) => [
    index('transfer_texts_search').using('gin', t.userId, t.text.op('gin_trgm_ops')),
    index('transfer_texts_newest').on(t.userId, t.createdAt, t.transferId),
  ],
)

/** The timeline: every step, vendor call and act of the user on a transfer. */
export const transferEvents = pgTable(
  'transfer_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    transferId: uuid('transfer_id')
      .notNull()
      .references(() => transfers.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull(),
    kind: text('kind', { enum: ['step', 'call', 'person'] }).notNull(),
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

/** The columns of a transfer's present document, by the names that screens and steps know. */
export interface OfDocument {
  fikenInvoiceDraftId: DocumentRow['draftId']
  fikenDraftUuid: DocumentRow['uuid'] | null
  fikenInvoiceId: DocumentRow['invoiceId']
  fikenInvoiceNumber: DocumentRow['invoiceNumber']
  /** The document, where it was made as a collective draft (decision 0054). */
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

/** A transfer with its present document, as `transfer_rows` has it (row-queries.ts). */
export type TransferRow = Own & OfDocument

export type NewTransfer = typeof transfers.$inferInsert

/** The changes of one write to a transfer and its present document. */
export type TransferChange = Partial<NewTransfer & OfDocument> & {
  /** Set when the document is a former one from now on, and the transfer has none. */
  ended?: HowEnded
}

export const keepFor: KeepFor = [
  // A run under way is left alone, and the jobs of one document go together: with fewer, what is left of
  // it could not be told from another.
  [
    transfers,
    {
      for: { years: 5 },
      old: (before) => {
        const stays = sql`exists (select from transfers part where part.user_id = ${transfers.userId}
          and part.document_id = ${transfers.documentId}
          and (part.created_at >= ${before.toISOString()}::timestamptz or part.status = 'processing'))`
        return and(lt(transfers.createdAt, before), ne(transfers.status, 'processing'), not(stays))
      },
    },
  ],
  // Its owners are gone.
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
