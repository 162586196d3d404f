import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'
import { GAP_KINDS } from '../reconciliation-gaps.ts'

/** Avstemming: a month's completed jobs in ServiceM8 against what really is in Fiken (decision 15). */

const month = z.string('Ugyldig måned').check(z.regex(/^(19|20)\d{2}-(0[1-9]|1[0-2])$/, 'Ugyldig måned'))

/** A number of jobs and what they come to, øre. */
const part = z.object({ count: z.int(), ore: z.int() })
export type ReconciledPart = z.infer<typeof part>

export const reconciliationSummary = z.object({
  /** Every completed job of the month. The four after it are its parts, and add up to its count. */
  jobs: part,
  /** Fiken's own amounts; a credited invoice is there, with nothing to be paid. */
  inFiken: part,
  missing: part,
  underway: part,
  leftOut: part,
  /** Jobs' total less what the four parts come to: what Fiken's amounts differ from ServiceM8's. */
  difference: z.int(),
  /** In Fiken, but no completed job stands for it: of reopened jobs, and the second one of a double. */
  extra: part,
  /** Rows that a person should look at, those that are missing included. */
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
  /** Øre. */
  gross: z.int(),
})
export type ReconciledDocument = z.infer<typeof document>

export const reconciliationRow = z.object({
  jobUuid: z.string(),
  jobNumber: z.string(),
  customer: z.string(),
  kind: z.enum(GAP_KINDS),
  /** What the kind leaves open: a pending reason, or a key of shared/causes.ts. */
  code: z.nullable(z.string()),
  message: z.nullable(z.string()),
  completedAt: z.nullable(z.string()),
  /** The job's total in ServiceM8, øre; null when the job is not to be had. */
  total: z.nullable(z.int()),
  transferId: z.nullable(z.string()),
  /** What is in Fiken for the job; of a double, all of it. */
  documents: z.array(document),
})
export type ReconciliationRow = z.infer<typeof reconciliationRow>

export const reconciliationProgress = z.object({
  step: z.enum(['jobs', 'drafts', 'invoices', 'compare']),
  done: z.int(),
  total: z.nullable(z.int()),
})
export type ReconciliationProgress = z.infer<typeof reconciliationProgress>

/** What stands in the way of a check, and where it is mended. */
const obstacle = z.object({ title: z.string(), explanation: z.string(), label: z.string(), href: z.nullable(z.string()) })

export const readReconciliation = endpoint({
  method: 'GET',
  path: '/api/reconciliation',
  access: 'user',
  summary: 'Siste avstemming av en måned, og hva den fant',
  query: z.object({
    month,
    /** "1" answers the jobs that are as they should be, too. */
    all: z.optional(z.enum(['0', '1'])),
  }),
  answer: z.object({
    month: z.string(),
    /** Of the check that was last asked for; the result is that of the last one that came to its end. */
    state: z.enum(['never', 'running', 'done', 'failed']),
    progress: z.nullable(reconciliationProgress),
    obstacle: z.nullable(obstacle),
    failure: z.nullable(obstacle),
    checkedAt: z.nullable(z.string()),
    summary: z.nullable(reconciliationSummary),
    rows: z.array(
      z.extend(reconciliationRow, {
        /** Something has happened to the transfer since the check: its status now. */
        now: z.nullable(z.object({ transferId: z.string(), status: z.string(), skipped: z.boolean() })),
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
  summary: 'Sjekk måneden mot ServiceM8 og Fiken nå. Svarer straks; sjekken går i bakgrunnen.',
  body: z.object({ month }),
  answer: z.object({ message: z.string() }),
})

/** A job that never came in, fetched and put in the queue; whatever of it is in Fiken already is adopted. */
export const fetchMissedJob = endpoint({
  method: 'POST',
  path: '/api/reconciliation/fetch',
  access: 'user',
  summary: 'Hent en jobb som mangler, og overfør den',
  body: z.object({ jobUuid: z.uuid('Ugyldig jobb') }),
  answer: z.object({ message: z.string() }),
})
