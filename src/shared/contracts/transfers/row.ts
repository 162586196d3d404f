import * as z from 'zod/mini'
import type { CauseCode } from '../../causes/index.ts'
import { CREDIT_DOUBTS } from '../../credit.ts'
import { endpoint } from '../../contract.ts'
import { id, storedCode } from '../../fields.ts'
import { NEEDS } from '../../needs/need.ts'
import { PAYMENT_STATUSES } from '../../payment-status.ts'
import { shownActor } from '../activity-log.ts'
import { PENDING_REASONS, STAGE_NAMES, TRANSFER_STATUSES } from '../../transfer-status.ts'

/** This file declares one transfer and its timeline (rules 1–5 and 10). */

export const byId = z.object({ id })

/** A line as the customer sees it: `unit_price` and `total` in kroner, quantity as in ServiceM8. */
export const storedLine = z.object({
  description: z.string(),
  quantity: z.number(),
  unit_price: z.number(),
  total: z.number(),
  /** True if unit_price and total include VAT, which can differ between lines in ServiceM8. */
  tax_inclusive: z.optional(z.boolean()),
  /** True if the user has left the line out; the other lines keep their indexes (rule 10). */
  removed: z.optional(z.boolean()),
})

export const storedJob = z.object({
  billing_contact: z.nullable(
    z.object({
      company_name: z.string(),
      contact_name: z.string(),
      email: z.string(),
      phone: z.string(),
      address: z.string(),
    }),
  ),
  customer_name: z.string(),
  billing_address: z.string(),
  job_address: z.string(),
  generated_job_id: z.string(),
  job_number: z.string(),
  job_description: z.string(),
  line_items: z.array(storedLine),
})
export type StoredJobAnswer = z.infer<typeof storedJob>

export const transfer = z.object({
  id: z.string(),
  status: z.enum(TRANSFER_STATUSES),
  pendingReason: z.nullable(z.enum(PENDING_REASONS)),
  servicem8JobId: z.string(),
  servicem8Data: z.nullable(storedJob),
  customerName: z.nullable(z.string()),
  /** The gross amount in øre. */
  amount: z.nullable(z.int()),
  /** The net amount in øre, known once Fiken has responded. */
  netAmount: z.nullable(z.int()),
  lineItemsCount: z.int(),
  poNumber: z.nullable(z.string()),
  fikenInvoiceDraftId: z.nullable(z.string()),
  fikenDraftUuid: z.nullable(z.string()),
  fikenCompanySlug: z.nullable(z.string()),
  fikenInvoiceNumber: z.nullable(z.string()),
  payment: z.nullable(
    z.object({
      status: z.enum(PAYMENT_STATUSES),
      /** The due date (yyyy-mm-dd). */
      dueDate: z.nullable(z.string()),
      /** The paid amount in øre. */
      paidAmount: z.nullable(z.int()),
      /** The last check of an unfinished payment in Fiken; null if not since the transfer. */
      checkedAt: z.nullable(z.string()),
      /**
       * The last time a payment was reported to ServiceM8; null if never. API clients know the key
       * by this name.
       */
      toldAt: z.nullable(z.string()),
    }),
  ),
  /** Absent if the transfer is done or continues by itself. */
  need: z.optional(z.enum(NEEDS)),
  /** Present if neither the draft nor an invoice made from it is in Fiken any more. */
  draftIsGone: z.optional(z.boolean()),
  /** The credit of the invoice, in øre; null without credit notes. */
  credit: z.nullable(
    z.object({
      inFull: z.boolean(),
      notes: z.array(z.object({ number: z.string(), date: z.string(), gross: z.int() })),
      doubt: z.optional(z.enum(CREDIT_DOUBTS)),
    }),
  ),
  /**
   * The partly credited invoice that was replaced by a new draft, in øre. The customer is now
   * charged by both.
   */
  standsFor: z.optional(z.object({ invoiceNumber: z.string(), credited: z.int(), gross: z.int() })),
  /**
   * The credited part of the deposit's invoice that the draft, or its invoice, deducts, in øre;
   * absent if there is none. `ids` are the credit notes, and `isDropped` is true if the user has
   * since chosen not to deduct the deposit.
   */
  depositCredit: z.optional(
    z.object({
      ids: z.array(z.int()),
      sum: z.int(),
      inFull: z.boolean(),
      isDropped: z.boolean(),
      doubt: z.optional(z.enum(CREDIT_DOUBTS)),
    }),
  ),
  /**
   * The transfer's place in a collective draft; null if the job gets a separate draft. `waits`: the
   * transfer waits for the collective draft, and leaves it if started alone. `outside`: the
   * transfer will wait for the collective draft when started. `shares`: the transfer is on a
   * collective draft in Fiken. For `waits` and `outside`, `clientUuid` is the billed customer and
   * `nextOn` the draft's date (null if only the user creates drafts). For `shares`, `jobs` is the
   * number of jobs on the draft.
   */
  collective: z.nullable(
    z.object({
      stands: z.enum(['outside', 'waits', 'shares']),
      clientUuid: z.nullable(z.string()),
      /** The date of the collective draft (yyyy-mm-dd). */
      nextOn: z.nullable(z.string()),
      jobs: z.int(),
    }),
  ),
  errorMessage: z.nullable(z.string()),
  errorCode: z.nullable(storedCode<CauseCode>()),
  retryCount: z.int(),
  isProcessing: z.boolean(),
  stage: z.nullable(z.enum(STAGE_NAMES)),
  nextAttemptAt: z.nullable(z.string()),
  skipTransfer: z.boolean(),
  attachmentsNote: z.nullable(z.string()),
  jobCompletedAt: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Transfer = z.infer<typeof transfer>

export const readTransfer = endpoint({
  method: 'GET',
  path: '/api/transfers/:id',
  access: 'user',
  act: 'read',
  shows: ['transfers'],
  summary: 'Én overføring',
  params: byId,
  answer: transfer,
})

export const timelineEntry = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(['step', 'call', 'person']),
  step: z.string(),
  text: z.string(),
  ok: z.nullable(z.boolean()),
  vendor: z.nullable(z.string()),
  method: z.nullable(z.string()),
  path: z.nullable(z.string()),
  status: z.nullable(z.int()),
  requestId: z.nullable(z.string()),
  durationMs: z.nullable(z.int()),
  actor: shownActor,
})
export type TimelineEntry = z.infer<typeof timelineEntry>

export const readTimeline = endpoint({
  method: 'GET',
  path: '/api/transfers/:id/timeline',
  access: 'user',
  act: 'read',
  shows: ['transfers'],
  summary: 'Alt som har skjedd med overføringen, eldste først',
  params: byId,
  answer: z.array(timelineEntry),
})
