import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'
import { day, id, limit } from '../fields.ts'
import { PAYMENT_STATUSES } from '../payment-status.ts'
import { OVERRULED, PENDING_REASONS } from '../transfer-status.ts'
import { notAnswering } from './connections.ts'

/** Transfers: specification part 1 §3, §7 and decisions 1–5, 10, 15. */

/** A line as the customer sees it; unit_price and total in KRONER (specification §3), quantity as ServiceM8 has it. */
export const storedLine = z.object({
  description: z.string(),
  quantity: z.number(),
  unit_price: z.number(),
  total: z.number(),
  /** Do unit_price and total include VAT? ServiceM8 has it so or so, line by line. */
  tax_inclusive: z.optional(z.boolean()),
  /** Left out by a person; the index of the other lines does not move (decision 10). */
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
  /** pending | queued | processing | completed | failed; see shared/transfer-status.ts */
  status: z.string(),
  pendingReason: z.nullable(z.enum(PENDING_REASONS)),
  servicem8JobId: z.string(),
  servicem8Data: z.nullable(storedJob),
  customerName: z.nullable(z.string()),
  /** Gross, øre. */
  amount: z.nullable(z.int()),
  /** Net, øre, once Fiken has answered. */
  netAmount: z.nullable(z.int()),
  lineItemsCount: z.int(),
  poNumber: z.nullable(z.string()),
  fikenInvoiceDraftId: z.nullable(z.string()),
  fikenDraftUuid: z.nullable(z.string()),
  fikenCompanySlug: z.nullable(z.string()),
  fikenInvoiceNumber: z.nullable(z.string()),
  /** What has become of the invoice in Fiken; null for what is not there. */
  payment: z.nullable(
    z.object({
      status: z.enum(PAYMENT_STATUSES),
      /** yyyy-mm-dd */
      dueDate: z.nullable(z.string()),
      /** Øre. */
      paidAmount: z.nullable(z.int()),
      /** When Fiken was last asked while something could still happen; null = not since it was transferred. */
      checkedAt: z.nullable(z.string()),
      /** When ServiceM8 was last told of a payment; null = never. */
      toldAt: z.nullable(z.string()),
    }),
  ),
  errorMessage: z.nullable(z.string()),
  /** A key of shared/causes.ts. */
  errorCode: z.nullable(z.string()),
  /** How many times a person has asked for it again. */
  retryCount: z.int(),
  isProcessing: z.boolean(),
  /** A stage of shared/transfer-status.ts while processing. */
  stage: z.nullable(z.string()),
  nextAttemptAt: z.nullable(z.string()),
  skipTransfer: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Transfer = z.infer<typeof transfer>

export const TRANSFER_SORTS = ['newest', 'oldest', 'largest', 'smallest'] as const
export type TransferSort = (typeof TRANSFER_SORTS)[number]

/** Which transfers: as lists, exports and acts on many take it. */
export const transferFilter = {
  /** One or more statuses with commas between. */
  status: z.optional(z.string().check(z.maxLength(100))),
  /** Free text: job number, customer, PO number, error. */
  q: z.optional(z.string().check(z.maxLength(200))),
  from: z.optional(day()),
  to: z.optional(day()),
  /** "1" lists the deleted ones instead. */
  skipped: z.optional(z.enum(['0', '1'])),
  /** A key of shared/causes.ts: only what stands still because of it. */
  cause: z.optional(z.string().check(z.maxLength(60))),
  /** Only completed ones whose invoice is so in Fiken. */
  payment: z.optional(z.enum(PAYMENT_STATUSES, 'Ugyldig betalingsstatus')),
}

/** The hits of a search are counted to this only; X-Total-Count is then one more. See also MOST_COUNTED. */
export const MOST_FOUND = 1_000

const byId = z.object({ id })
const done = z.object({ message: z.string() })

export const listTransfers = endpoint({
  method: 'GET',
  path: '/api/transfers',
  access: 'user',
  summary: 'Overføringer, nyeste først. Hodene X-Total-Count (høyst 10 001, ved søk 1001) og X-Next-Cursor følger med.',
  query: z.object({
    limit: limit(500, 100),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    /** A page by its number, in any order; the cursor is for walking all of them, newest first. */
    page: z.optional(
      z.coerce
        .number('Ugyldig side')
        .check(z.int('Ugyldig side'), z.minimum(1, 'Ugyldig side'), z.maximum(100_000, 'Ugyldig side')),
    ),
    sort: z.optional(z.enum(TRANSFER_SORTS, 'Ugyldig sortering')),
    ...transferFilter,
  }),
  answer: z.array(transfer),
})

export const readTransfer = endpoint({
  method: 'GET',
  path: '/api/transfers/:id',
  access: 'user',
  summary: 'Én overføring',
  params: byId,
  answer: transfer,
})

/** A job that is paid or not approved answers 409 with code `already_paid` or `not_approved`, and starts when the person overrules that. */
const overruling = z.object({ confirm: z.optional(z.enum(OVERRULED, 'Ugyldig bekreftelse')) })

export const retryTransfer = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/retry',
  access: 'user',
  summary: 'Prøv igjen, behandle nå',
  params: byId,
  query: overruling,
  answer: done,
})

export const startTransfer = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/transfer',
  access: 'user',
  summary: 'Overfør nå',
  params: byId,
  query: overruling,
  answer: done,
})

/** Who the invoice is for, and the contacts in Fiken that may be the one: what a person chooses from (Kundekø). */
export const readRecipient = endpoint({
  method: 'GET',
  path: '/api/transfers/:id/recipient',
  access: 'user',
  summary: 'Mottakeren, og kontaktene i Fiken som kan være den',
  params: byId,
  answer: z.object({
    recipient: z.object({
      name: z.string(),
      address: z.string(),
      email: z.nullable(z.string()),
      phone: z.nullable(z.string()),
      organizationNumber: z.nullable(z.string()),
    }),
    why: z.string(),
    candidates: z.array(
      z.object({
        contactId: z.int(),
        name: z.string(),
        organizationNumber: z.string(),
        email: z.string(),
        address: z.string(),
        inactive: z.boolean(),
        /** 0 to 100: how alike the names are. */
        score: z.number(),
      }),
    ),
  }),
})

/** The person has chosen; it is remembered for this customer and this recipient, and the transfer goes on. */
export const chooseRecipient = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/recipient',
  access: 'user',
  summary: 'Velg kontakten i Fiken, eller lag en ny',
  params: byId,
  /** null = none of them: a new contact is made. */
  body: z.object({ contactId: z.nullable(z.int('Ugyldig kontakt')) }),
  /** `checking`: Fiken has been asked to make it, and it is not known yet whether it has. */
  answer: z.object({ message: z.string(), checking: z.boolean() }),
})

/** What waits because the integration was off: decided when it is switched on (decision 3). */
export const readWaiting = endpoint({
  method: 'GET',
  path: '/api/transfers/waiting',
  access: 'user',
  summary: 'Hvor mange som venter på en avgjørelse etter at integrasjonen ble slått på',
  answer: z.object({ inactive: z.int() }),
})

export const decideWaiting = endpoint({
  method: 'POST',
  path: '/api/transfers/waiting',
  access: 'user',
  summary: 'Overfør eller hopp over det som ventet mens integrasjonen var av',
  body: z.object({ decision: z.enum(['transfer', 'skip'], 'Velg overfør eller hopp over') }),
  answer: z.object({ count: z.int(), message: z.string() }),
})

export const deleteTransfer = endpoint({
  method: 'DELETE',
  path: '/api/transfers/:id',
  access: 'user',
  summary: 'Slett (kan gjenopprettes)',
  params: byId,
  /** `checking`: it goes when it is sure that no draft of it is in Fiken. */
  answer: z.object({ message: z.string(), checking: z.boolean() }),
})

export const restoreTransfer = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/restore',
  access: 'user',
  summary: 'Gjenopprett en slettet overføring',
  params: byId,
  answer: done,
})

export const deleteAllPending = endpoint({
  method: 'DELETE',
  path: '/api/transfers/delete-all-pending',
  access: 'user',
  summary: 'Slett alle ventende',
  answer: z.object({ deletedCount: z.int(), message: z.string() }),
})

const byLine = z.object({
  id,
  lineIndex: z.coerce
    .number('Ugyldig linje')
    .check(z.int('Ugyldig linje'), z.minimum(0, 'Ugyldig linje'), z.maximum(9999, 'Ugyldig linje')),
})

export const deleteLineItem = endpoint({
  method: 'DELETE',
  path: '/api/transfers/:id/line-items/:lineIndex',
  access: 'user',
  summary: 'La en varelinje utgå',
  params: byLine,
  /** The line's uuid as the screen knew it: the lines may have moved since. */
  query: z.object({ uuid: z.optional(z.string().check(z.maxLength(60))) }),
  answer: z.object({ success: z.boolean(), message: z.string() }),
})

export const restoreLineItem = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/line-items/:lineIndex/restore',
  access: 'user',
  summary: 'Ta med en varelinje igjen',
  params: byLine,
  answer: z.object({ success: z.boolean(), message: z.string() }),
})

/** One thing that happened to a transfer: a step of the road, a person's act, or one call to a vendor. */
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
})
export type TimelineEntry = z.infer<typeof timelineEntry>

export const readTimeline = endpoint({
  method: 'GET',
  path: '/api/transfers/:id/timeline',
  access: 'user',
  summary: 'Alt som har skjedd med overføringen, eldste først',
  params: byId,
  answer: z.array(timelineEntry),
})

export const readStats = endpoint({
  method: 'GET',
  path: '/api/stats',
  access: 'user',
  summary: 'Tellere; de fire går alltid opp (beslutning 12)',
  answer: z.object({ total: z.int(), successful: z.int(), pending: z.int(), failed: z.int(), notAnswering }),
})

export const syncNow = endpoint({
  method: 'POST',
  path: '/api/sync',
  access: 'user',
  summary: 'Synkroniser nå: hent, og start det som kan starte',
  answer: z.object({
    message: z.string(),
    error: z.optional(z.string()),
    action: z.optional(z.string()),
    jobsFound: z.int(),
    started: z.int(),
  }),
})

export const syncJobs = endpoint({
  method: 'POST',
  path: '/api/sync-jobs',
  access: 'user',
  summary: 'Hent jobber (90 dager) uten å starte dem',
  body: z.optional(z.unknown()),
  answer: z.object({ message: z.string(), awaitingPaymentJobsFound: z.int(), jobsProcessed: z.int() }),
})
