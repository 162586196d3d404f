import type { Job, JobPayment } from '#clients/servicem8/types'
import { dateOf, osloInstant } from '#shared/dates'
import { exact, round, ZERO, type Exact } from '#shared/decimal'
import { formatKroner, oreFromDecimal } from '#shared/money'
import type { Overruled, PendingReason } from '#shared/transfer-status'
import type { JobSnapshot } from './snapshot.ts'

/**
 * The origin of a job: `manual` is the user's fetch (POST /api/sync-jobs), `sync` is "Synkroniser
 * nå", and `retry` is a user's action on one row.
 */
export type JobOrigin = 'webhook' | 'sweep' | 'sync' | 'manual' | 'retry'

export type JobFetchType = 'awaiting_payment' | 'completed'

export interface JobFacts {
  job: Pick<
    Job,
    | 'active'
    | 'status'
    | 'totalInvoiceAmount'
    | 'readyToInvoice'
    | 'paymentProcessed'
    | 'paymentReceived'
  >
  payments: readonly Pick<JobPayment, 'active' | 'amount'>[]
}

export interface EligibilityInput extends JobFacts {
  job: JobFacts['job'] & Pick<Job, 'completedAt' | 'editedAt'>
  configuration: {
    jobFetchType: JobFetchType
    isActive: boolean
    requiresCompanySelection: boolean
    fikenCompanySlug: string | null
    /**
     * The time of the first activation, or a date that the user has set since; null if there is
     * none.
     */
    activatedAt: Date | string | null
    autoTransferOnSync: boolean
  }
  origin: JobOrigin
  overruled?: readonly Overruled[]
}

export type SkipCode = IneligibleCode | 'history'
export type IneligibleCode = 'not_completed' | 'deleted' | 'not_approved' | 'paid' | 'no_total'

export interface Ineligible {
  code: IneligibleCode
  why: string
  note?: string
  overrule: Overruled | null
}

export type Eligibility =
  | { kind: 'queue' }
  | { kind: 'pending'; reason: PendingReason }
  /**
   * The row waits for the user's decision. This result occurs only when the user has requested the
   * job, or the job already has a row.
   */
  | { kind: 'refuse'; ineligible: Ineligible }
  /**
   * The job gets no row. `log` is true for a completed job, which gets an activity entry
   * `job_skipped` (rule 2).
   */
  | { kind: 'skip'; code: SkipCode; why: string; log: boolean }

/**
 * Returns the reason why the job may not be invoiced; null when it may (rule 2). The check is made
 * when a job arrives, and again right before its draft is created. In the mode `completed`,
 * approval and payment are ignored.
 */
export function ineligible(
  { job, payments }: JobFacts,
  jobFetchType: JobFetchType,
  overruled: readonly Overruled[] = [],
): Ineligible | null {
  if (!job.active) return { code: 'deleted', why: 'Jobben er slettet i ServiceM8.', overrule: null }
  if (job.status !== 'Completed')
    return { code: 'not_completed', why: 'Jobben er ikke fullført i ServiceM8.', overrule: null }
  // A job with a negative total continues, and fails with "Lag en kreditnota i Fiken", so that it
  // is not silently forgotten (rule 6).
  if (decimal(job.totalInvoiceAmount).eq(ZERO)) {
    return { code: 'no_total', why: 'Jobben har ikke noe beløp å fakturere.', overrule: null }
  }
  if (jobFetchType === 'completed') return null
  if (!isApproved(job) && !overruled.includes('unapproved')) {
    const why = 'Jobben er fullført, men ikke godkjent for fakturering i ServiceM8.'
    return { code: 'not_approved', why, overrule: 'unapproved' }
  }
  if (isPaid(job, payments) && !overruled.includes('paid')) {
    const note = roundingNote(job, payments)
    const why = 'Jobben er allerede betalt i ServiceM8.'
    return note === null
      ? { code: 'paid', why, overrule: 'paid' }
      : { code: 'paid', why: `${why} ${note}`, note, overrule: 'paid' }
  }
  return null
}

/**
 * Returns the obstacles that the user has overruled and that still exist. A decision applies once,
 * not when the same obstacle arises again.
 */
export function stillOverruled(
  { job, payments }: JobFacts,
  overruled: readonly Overruled[],
): Overruled[] {
  const facts: Record<Overruled, boolean> = {
    unapproved: !isApproved(job),
    paid: isPaid(job, payments),
    // ServiceM8 has no data about these obstacles.
    sent_before: true,
    address_missing: true,
    collective: true,
  }
  return overruled.filter((one) => facts[one])
}

/**
 * The time in milliseconds for which a snapshot counts as recent; within this time, the sweep finds
 * any edit that no webhook reported.
 */
export const FACTS_LAST_MS = 15 * 60_000

/** Returns true if the snapshot has everything that ineligible() needs, and is recent enough. */
export function hasAllFacts(
  { job, paymentsRead, fetchedAt }: Pick<JobSnapshot, 'job' | 'paymentsRead' | 'fetchedAt'>,
  jobFetchType: JobFetchType,
  now: number,
): boolean {
  const knowsPayment = jobFetchType === 'completed' || paymentsRead === true || job.paymentReceived
  return knowsPayment && now - Date.parse(fetchedAt) < FACTS_LAST_MS
}

/**
 * Decides whether a job may become a draft, and whether it may start immediately (rules 2–4).
 * Eligibility is checked first, then the reasons to wait. The reasons are checked in this order,
 * because a row resumes when its own reason is gone: history (never resumes automatically),
 * inactive (the user is asked at activation), company (resumes when chosen), fetched (resumes at
 * the next "Synkroniser nå").
 */
export function decide(input: EligibilityInput): Eligibility {
  const { configuration, origin } = input
  const found = ineligible(input, configuration.jobFetchType, input.overruled)
  if (found && origin === 'retry' && found.overrule !== null)
    return { kind: 'refuse', ineligible: found }
  if (found) return { kind: 'skip', code: found.code, why: found.why, log: deservesEntry(input) }
  const needsCompany = configuration.requiresCompanySelection || !configuration.fikenCompanySlug
  // A job that is selected individually is transferred even before activation (the test transfer)
  // and when old.
  if (origin === 'retry')
    return needsCompany ? { kind: 'pending', reason: 'company' } : { kind: 'queue' }

  const history = isHistory(input)
  if (history && origin !== 'manual') {
    return {
      kind: 'skip',
      code: 'history',
      why: `Jobben ble fullført før ${startOf(configuration.activatedAt)}. Hent den med «Hent jobber» hvis den skal overføres.`,
      log: true,
    }
  }
  if (history && !(configuration.autoTransferOnSync && configuration.isActive))
    return { kind: 'pending', reason: 'history' }
  if (!configuration.isActive) return { kind: 'pending', reason: 'inactive' }
  if (needsCompany) return { kind: 'pending', reason: 'company' }
  if (origin === 'manual' && !configuration.autoTransferOnSync)
    return { kind: 'pending', reason: 'fetched' }
  return { kind: 'queue' }
}

/** Returns what began at the instant: a date that the user has set begins at midnight in Norway. */
function startOf(activatedAt: Date | string | null): string {
  const isDate =
    activatedAt !== null &&
    osloInstant(dateOf(activatedAt)).getTime() === new Date(activatedAt).getTime()
  return isDate ? 'startdatoen du har satt' : 'integrasjonen ble slått på'
}

/**
 * Returns true if skipping the job is logged: only for completed jobs, because users expect no
 * other jobs to be transferred.
 */
const deservesEntry = ({ job }: JobFacts) => job.status === 'Completed'

/**
 * Returns true for a job approved in ServiceM8. It depends on the account which of the two fields
 * "Approve" sets.
 */
export function isApproved(job: Pick<Job, 'paymentProcessed' | 'readyToInvoice'>): boolean {
  return job.paymentProcessed || job.readyToInvoice
}

type Payments = readonly Pick<JobPayment, 'active' | 'amount'>[]
type Priced = Pick<Job, 'paymentReceived' | 'totalInvoiceAmount'>

/**
 * Returns true for a job that is marked as paid (a flag rarely set in real accounts), or whose
 * payments cover the total. ServiceM8 keeps four decimals of a total, and nobody can pay less than
 * one øre; cash is paid in whole kroner.
 */
export function isPaid(job: Priced, payments: Payments): boolean {
  return job.paymentReceived || isCovered(job, payments) || isRoundedToKroner(job, payments)
}

const ORE = exact('0.01')

function isCovered({ totalInvoiceAmount }: Priced, payments: Payments): boolean {
  const paid = paidIn(payments)
  return paid.gt(ZERO) && decimal(totalInvoiceAmount).minus(paid).lt(ORE)
}

/**
 * Returns true if the payments are the total rounded to whole kroner, as for cash, whatever the
 * payment method is called.
 */
function isRoundedToKroner({ totalInvoiceAmount }: Priced, payments: Payments): boolean {
  const paid = paidIn(payments)
  return paid.gt(ZERO) && paid.eq(round(paid)) && paid.eq(round(decimal(totalInvoiceAmount)))
}

/** Returns the sum of the payments in kroner; refunds are negative. */
function paidIn(payments: Payments): Exact {
  return payments
    .filter((payment) => payment.active)
    .reduce((sum, payment) => sum.plus(decimal(payment.amount)), ZERO)
}

function roundingNote(job: Priced, payments: Payments): string | null {
  if (job.paymentReceived || isCovered(job, payments)) return null
  const paid = formatKroner(oreFromDecimal(paidIn(payments).toFixed()))
  const total = formatKroner(oreFromDecimal(job.totalInvoiceAmount))
  return `Det er betalt ${paid} av ${total}, avrundet til hele kroner.`
}

function isHistory({ job, configuration, origin }: EligibilityInput): boolean {
  // Before the first activation, every job that the user fetches is history, but jobs completed in
  // that time wait for the activation.
  if (configuration.activatedAt === null) return origin === 'manual'
  // ServiceM8's times are whole seconds, rounded down, so a job completed in the same second as the
  // activation is not history.
  const start = Math.floor(new Date(configuration.activatedAt).getTime() / 1_000) * 1_000
  return new Date(job.completedAt ?? job.editedAt).getTime() < start
}

/**
 * Returns the number; an empty or malformed amount counts as zero. An unreadable line is reported
 * when the draft is built.
 */
function decimal(text: string) {
  try {
    return exact(text)
  } catch {
    return ZERO
  }
}
