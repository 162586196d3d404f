import * as z from 'zod/mini'
import type { CauseCode } from '../causes/index.ts'
import { endpoint, LIST_BODY } from '../contract.ts'
import { storedCode } from '../fields.ts'
import { TRANSFER_TOPICS } from '../live-topics.ts'
import { DISCREPANCY_KINDS } from '../discrepancies.ts'
import { SEND_AGAIN, TRANSFER_STATUSES, type PendingReason } from '../transfer-status.ts'
import { shownActor } from './activity-log.ts'
import { MOST_ITEMS, task, TOO_MANY } from './tasks.ts'

/**
 * This file declares the endpoints of the reconciliation ("Avstemming"), which compares a month's
 * completed jobs in ServiceM8 with the documents in Fiken.
 */

const month = z
  .string('Ugyldig måned')
  .check(z.regex(/^(19|20)\d{2}-(0[1-9]|1[0-2])$/, 'Ugyldig måned'))

const part = z.object({ count: z.int(), ore: z.int() })
export type ReconciledPart = z.infer<typeof part>

export const reconciliationSummary = z.object({
  /**
   * All of the month's completed jobs. `inFiken`, `missing`, `underway` and `leftOut` add up to
   * this count.
   */
  jobs: part,
  /** The jobs in Fiken, with Fiken's own amounts; a credited invoice counts with the amount 0. */
  inFiken: part,
  missing: part,
  underway: part,
  leftOut: part,
  /** The amounts deducted for deposits, which were invoiced earlier. */
  deposits: z.optional(part),
  /**
   * The jobs' total minus the four parts and the deposits, in øre, which shows how much Fiken's
   * amounts differ from ServiceM8's.
   */
  difference: z.int(),
  /**
   * The documents in Fiken without a completed job: documents of reopened jobs, and the second
   * document of a job that has two.
   */
  extra: part,
  toLookAt: z.int(),
})
export type ReconciliationSummary = z.infer<typeof reconciliationSummary>

const document = z.object({
  type: z.enum(['draft', 'invoice']),
  slug: z.string(),
  uuid: z.string(),
  draftId: z.nullable(z.int()),
  invoiceNumber: z.nullable(z.string()),
  saleId: z.nullable(z.int()),
  /** The gross amount in øre. */
  gross: z.int(),
})
export type ReconciledDocument = z.infer<typeof document>

/** A code that explains a row. `skipped` means that the user has deleted the job's transfer. */
export type DiscrepancyCode = PendingReason | CauseCode | 'skipped'

export const reconciliationRow = z.object({
  jobUuid: z.string(),
  jobNumber: z.string(),
  customer: z.string(),
  kind: z.enum(DISCREPANCY_KINDS),
  code: z.nullable(storedCode<DiscrepancyCode>()),
  message: z.nullable(z.string()),
  completedAt: z.nullable(z.string()),
  /** The total in ServiceM8 in øre; null if the job cannot be read. */
  total: z.nullable(z.int()),
  transferId: z.nullable(z.string()),
  documents: z.array(document),
  /** The amount in øre that the first document deducts for a deposit. */
  deposit: z.optional(z.int()),
})
export type ReconciliationRow = z.infer<typeof reconciliationRow>

export const reconciliationProgress = z.object({
  step: z.enum(['jobs', 'drafts', 'invoices', 'compare']),
  done: z.int(),
  total: z.nullable(z.int()),
})
export type ReconciliationProgress = z.infer<typeof reconciliationProgress>

const checkFailure = z.object({
  title: z.string(),
  explanation: z.string(),
  label: z.string(),
  href: z.nullable(z.string()),
})

export const readReconciliation = endpoint({
  method: 'GET',
  path: '/api/reconciliation',
  access: 'user',
  act: 'read',
  shows: ['reconciliation', 'transfers'],
  summary: 'Siste avstemming av en måned, og hva den fant',
  query: z.object({
    month,
    all: z.optional(z.enum(['0', '1'])),
  }),
  answer: z.object({
    month: z.string(),
    state: z.enum(['never', 'running', 'done', 'failed']),
    progress: z.nullable(reconciliationProgress),
    company: z.nullable(z.object({ name: z.string(), organizationNumber: z.string() })),
    obstacle: z.nullable(checkFailure),
    failure: z.nullable(checkFailure),
    checkedAt: z.nullable(z.string()),
    summary: z.nullable(reconciliationSummary),
    /** Null unless somebody has marked the month as reconciled. */
    reconciled: z.nullable(
      z.object({
        actor: shownActor,
        at: z.string(),
        /** True if the last check has other figures than the one that was marked. */
        changed: z.boolean(),
        /** The figures that were marked. */
        figures: z.object({ jobs: part, inFiken: part }),
      }),
    ),
    /** True if the month is over, so that it can be marked as reconciled. */
    over: z.boolean(),
    rows: z.array(
      z.extend(reconciliationRow, {
        now: z.nullable(
          z.object({
            transferId: z.string(),
            status: z.enum(TRANSFER_STATUSES),
            skipped: z.boolean(),
          }),
        ),
        /** The number of jobs on the draft; 0 if the job has a draft of its own. */
        sharedBy: z.int(),
        joins: z.boolean(),
      }),
    ),
  }),
})
export type ReconciliationAnswer = z.infer<(typeof readReconciliation)['answer']>
export type ShownRow = ReconciliationAnswer['rows'][number]

export const startReconciliation = endpoint({
  method: 'POST',
  path: '/api/reconciliation',
  access: 'user',
  act: 'reconciliation',
  changes: ['reconciliation'],
  summary: 'Sjekk måneden mot ServiceM8 og Fiken nå. Svarer straks; sjekken går i bakgrunnen.',
  body: z.object({ month }),
  answer: z.object({ message: z.string() }),
})

export const markReconciled = endpoint({
  method: 'POST',
  path: '/api/reconciliation/reconciled',
  access: 'user',
  act: 'reconciliation',
  changes: ['reconciliation', 'activity'],
  summary: 'Merk en måned som avstemt, slik den ble vist ved denne sjekken',
  body: z.object({
    month,
    /** The time of the check that the user has seen. */
    checkedAt: z.string('Ugyldig tidspunkt'),
  }),
  answer: z.object({ message: z.string() }),
})

export const unmarkReconciled = endpoint({
  method: 'DELETE',
  path: '/api/reconciliation/reconciled/:month',
  access: 'user',
  act: 'reconciliation',
  changes: ['reconciliation', 'activity'],
  summary: 'Angre at en måned er merket som avstemt',
  params: z.object({ month }),
  answer: z.object({ message: z.string() }),
})

/** Fetches and queues a job that was never received; existing documents are linked to it. */
export const fetchMissedJob = endpoint({
  method: 'POST',
  path: '/api/reconciliation/fetch',
  access: 'user',
  act: 'reconciliation',
  changes: ['reconciliation', ...TRANSFER_TOPICS],
  summary: 'Hent en jobb som mangler, og overfør den',
  body: z.object({ jobUuid: z.uuid('Ugyldig jobb') }),
  answer: z.object({ message: z.string() }),
})

/** The actions on many rows, except deletions in Fiken, which are done one at a time. */
export const FIX_ACTS = ['fetch', 'retry', 'restore', 'update_draft', SEND_AGAIN] as const
export type FixAct = (typeof FIX_ACTS)[number]

export const FIX_KIND = 'fix_month'

export const fixMany = endpoint({
  method: 'POST',
  path: '/api/reconciliation/many',
  access: 'user',
  act: 'reconciliation',
  bodyLimit: LIST_BODY,
  // The task itself publishes changes of its items.
  changes: ['tasks'],
  summary:
    'Rett mange rader i en avstemt måned på samme måte. Svarer med oppgaven som gjør det (/api/tasks), én jobb om gangen.',
  body: z.object({
    month,
    act: z.enum(FIX_ACTS, 'Velg hva som skal gjøres'),
    jobUuids: z
      .array(z.uuid('Ugyldig jobb'))
      .check(z.minLength(1, 'Velg minst én'), z.maxLength(MOST_ITEMS, TOO_MANY)),
  }),
  answer: z.object({ message: z.string(), task }),
})
