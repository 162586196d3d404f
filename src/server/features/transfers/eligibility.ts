import type { Job, JobPayment } from '#clients/servicem8/types'
import { exact, ZERO } from '#shared/decimal'
import type { PendingReason } from '#shared/transfer-status'

/** How a job came to us. `manual` is the person's fetch (POST /api/sync-jobs), `sync` "Synkroniser nå", `retry` a person's act on one row. */
export type JobOrigin = 'webhook' | 'sweep' | 'sync' | 'manual' | 'retry'

export interface EligibilityInput {
  job: Pick<
    Job,
    | 'active'
    | 'status'
    | 'totalInvoiceAmount'
    | 'readyToInvoice'
    | 'paymentProcessed'
    | 'paymentReceived'
    | 'completedAt'
    | 'editedAt'
  >
  payments: readonly Pick<JobPayment, 'active' | 'amount'>[]
  configuration: {
    jobFetchType: 'awaiting_payment' | 'completed'
    isActive: boolean
    requiresCompanySelection: boolean
    fikenCompanySlug: string | null
    /** First activation, or what the person has set since; null = never switched on. */
    activatedAt: Date | string | null
    autoTransferOnSync: boolean
  }
  origin: JobOrigin
}

export type SkipCode = 'not_completed' | 'deleted' | 'not_approved' | 'paid' | 'no_total' | 'history'

export type Eligibility =
  | { kind: 'queue' }
  | { kind: 'pending'; reason: PendingReason }
  /** No row is made. `log`: a completed job deserves an entry `job_skipped` that tells why (decision 2). */
  | { kind: 'skip'; code: SkipCode; why: string; log: boolean }

/**
 * May this job become a draft, and at once? Decisions 2–4: whether it is eligible at all, then what it must wait for.
 *
 * What it waits for is asked in this order, because a row resumes when its own reason is gone: history (never by itself) before
 * inactive (asked about at activation) before company (by itself, once chosen) before fetched (at the next "Synkroniser nå").
 */
export function decide(input: EligibilityInput): Eligibility {
  const { configuration, origin } = input
  const skipped = skipReason(input)
  if (skipped) return skipped
  const needsCompany = configuration.requiresCompanySelection || !configuration.fikenCompanySlug
  // A person who asks for one job by name gets it, also before activation (the test transfer) and for an old job.
  if (origin === 'retry') return needsCompany ? { kind: 'pending', reason: 'company' } : { kind: 'queue' }

  const history = isHistory(input)
  if (history && origin !== 'manual') {
    return {
      kind: 'skip',
      code: 'history',
      why: 'Jobben ble fullført før integrasjonen ble slått på. Hent den med «Hent jobber» hvis den skal overføres.',
      log: true,
    }
  }
  if (history && !(configuration.autoTransferOnSync && configuration.isActive)) return { kind: 'pending', reason: 'history' }
  if (!configuration.isActive) return { kind: 'pending', reason: 'inactive' }
  if (needsCompany) return { kind: 'pending', reason: 'company' }
  if (origin === 'manual' && !configuration.autoTransferOnSync) return { kind: 'pending', reason: 'fetched' }
  return { kind: 'queue' }
}

/** Approved: exported by, or marked ready for, the accounting step. Which of the two "Approve" sets depends on the account. */
export function isApproved(job: Pick<Job, 'paymentProcessed' | 'readyToInvoice'>): boolean {
  return job.paymentProcessed || job.readyToInvoice
}

/** Paid: the flag, which is sparse in real accounts, or the active payments reach the total. */
export function isPaid(
  job: Pick<Job, 'paymentReceived' | 'totalInvoiceAmount'>,
  payments: readonly Pick<JobPayment, 'active' | 'amount'>[],
): boolean {
  if (job.paymentReceived) return true
  const paid = payments.filter((payment) => payment.active).reduce((sum, payment) => sum.plus(decimal(payment.amount)), ZERO)
  return paid.gt(ZERO) && paid.gte(decimal(job.totalInvoiceAmount))
}

function skipReason({ job, payments, configuration, origin }: EligibilityInput): Eligibility | null {
  if (!job.active) return skip('deleted', 'Jobben er slettet i ServiceM8.', job.status === 'Completed')
  if (job.status !== 'Completed') return skip('not_completed', 'Jobben er ikke fullført i ServiceM8.', false)
  // A negative total goes on: it fails with "Lag en kreditnota i Fiken", so that it is not silently forgotten (decision 6).
  if (decimal(job.totalInvoiceAmount).eq(ZERO)) return skip('no_total', 'Jobben har ikke noe beløp å fakturere.', true)
  if (configuration.jobFetchType === 'completed' || origin === 'retry') return null
  if (!isApproved(job)) {
    return skip('not_approved', 'Jobben er fullført, men ikke godkjent for fakturering i ServiceM8.', true)
  }
  if (isPaid(job, payments)) return skip('paid', 'Jobben er allerede betalt i ServiceM8.', true)
  return null
}

function isHistory({ job, configuration, origin }: EligibilityInput): boolean {
  // Never switched on: everything a person fetches is history, but what is completed meanwhile waits for the activation.
  if (configuration.activatedAt === null) return origin === 'manual'
  // ServiceM8 tells whole seconds, rounded down: what is completed in the very second of the activation is not history.
  const start = Math.floor(new Date(configuration.activatedAt).getTime() / 1_000) * 1_000
  return new Date(job.completedAt ?? job.editedAt).getTime() < start
}

function skip(code: SkipCode, why: string, log: boolean): Eligibility {
  return { kind: 'skip', code, why, log }
}

/** An empty or odd amount counts as nothing here; a line that cannot be read is told about when the draft is built. */
function decimal(text: string) {
  try {
    return exact(text)
  } catch {
    return ZERO
  }
}
