import type { Job, JobPayment } from '#clients/servicem8/types'
import { exact, round, ZERO, type Exact } from '#shared/decimal'
import { formatKroner, oreFromDecimal } from '#shared/money'
import type { Overruled, PendingReason } from '#shared/transfer-status'
import type { JobSnapshot } from './snapshot.ts'

/**
 * How a job came to us. `manual` is the person's fetch (POST /api/sync-jobs), `sync` "Synkroniser
 * nå", `retry` a person's act on one row.
 */
export type JobOrigin = 'webhook' | 'sweep' | 'sync' | 'manual' | 'retry'

export type JobFetchType = 'awaiting_payment' | 'completed'

/** What ServiceM8 says of a job, as far as it decides whether the job may be invoiced at all. */
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
    /** First activation, or what the person has set since; null = never switched on. */
    activatedAt: Date | string | null
    autoTransferOnSync: boolean
  }
  origin: JobOrigin
  /** What a person has overruled for this job. */
  overruled?: readonly Overruled[]
}

export type SkipCode = IneligibleCode | 'history'
export type IneligibleCode = 'not_completed' | 'deleted' | 'not_approved' | 'paid' | 'no_total'

/** Why a job may not become a draft. */
export interface Ineligible {
  code: IneligibleCode
  why: string
  /** What a person must know to believe it: an amount that seems too small. */
  note?: string
  /** What a person would have to overrule; null = nobody can. */
  overrule: Overruled | null
}

export type Eligibility =
  | { kind: 'queue' }
  | { kind: 'pending'; reason: PendingReason }
  /**
   * A row that waits for a person's decision. Only where a person has asked for this one job, or it
   * has a row already.
   */
  | { kind: 'refuse'; ineligible: Ineligible }
  /**
   * No row is made. `log`: a completed job deserves an entry `job_skipped` that says why (rule 2).
   */
  | { kind: 'skip'; code: SkipCode; why: string; log: boolean }

/**
 * May this job be invoiced at all (rule 2)? Asked when a job comes to us, and again right
 * before a draft is made of it. Null = it may.
 *
 * In the mode `completed` neither approval nor payment counts: who chooses it wants every
 * completed job in Fiken.
 */
export function ineligible(
  { job, payments }: JobFacts,
  jobFetchType: JobFetchType,
  overruled: readonly Overruled[] = [],
): Ineligible | null {
  if (!job.active) return { code: 'deleted', why: 'Jobben er slettet i ServiceM8.', overrule: null }
  if (job.status !== 'Completed')
    return { code: 'not_completed', why: 'Jobben er ikke fullført i ServiceM8.', overrule: null }
  // A negative total goes on: it fails with "Lag en kreditnota i Fiken", so that it is not silently
  // forgotten (rule 6).
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
 * Of what a person has overruled, what still applies: an overruling counts once, not when the same
 * fact arises again.
 */
export function stillOverruled(
  { job, payments }: JobFacts,
  overruled: readonly Overruled[],
): Overruled[] {
  const facts: Record<Overruled, boolean> = {
    unapproved: !isApproved(job),
    paid: isPaid(job, payments),
    // Nothing in ServiceM8 says anything about it.
    sent_before: true,
    address_missing: true,
    collective: true,
  }
  return overruled.filter((one) => facts[one])
}

/** As long as the sweep may take to find an edit that no webhook reported. */
export const FACTS_LAST_MS = 15 * 60_000

/** Does a snapshot say all that ineligible() asks, and is it young enough? */
export function hasAllFacts(
  { job, paymentsRead, fetchedAt }: Pick<JobSnapshot, 'job' | 'paymentsRead' | 'fetchedAt'>,
  jobFetchType: JobFetchType,
  now: number,
): boolean {
  const knowsPayment = jobFetchType === 'completed' || paymentsRead === true || job.paymentReceived
  return knowsPayment && now - Date.parse(fetchedAt) < FACTS_LAST_MS
}

/**
 * May this job become a draft, and right away? Rules 2–4: whether it is eligible at all, then
 * what it must wait for.
 *
 * What it waits for is asked in this order, because a row resumes when its own reason is gone:
 * history (never automatically) before inactive (asked about at activation) before company
 * (automatically, once chosen) before fetched (at the next "Synkroniser nå").
 */
export function decide(input: EligibilityInput): Eligibility {
  const { configuration, origin } = input
  const found = ineligible(input, configuration.jobFetchType, input.overruled)
  if (found && origin === 'retry' && found.overrule !== null)
    return { kind: 'refuse', ineligible: found }
  if (found) return { kind: 'skip', code: found.code, why: found.why, log: deservesEntry(input) }
  const needsCompany = configuration.requiresCompanySelection || !configuration.fikenCompanySlug
  // A person who asks for one job by name gets it, also before activation (the test transfer) and
  // for an old job.
  if (origin === 'retry')
    return needsCompany ? { kind: 'pending', reason: 'company' } : { kind: 'queue' }

  const history = isHistory(input)
  if (history && origin !== 'manual') {
    return {
      kind: 'skip',
      code: 'history',
      why: 'Jobben ble fullført før integrasjonen ble slått på. Hent den med «Hent jobber» hvis den skal overføres.',
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

/** An open job is not expected to be transferred. */
const deservesEntry = ({ job }: JobFacts) => job.status === 'Completed'

/**
 * Approved: exported by, or marked ready for, the accounting step. Which of the two "Approve" sets
 * depends on the account.
 */
export function isApproved(job: Pick<Job, 'paymentProcessed' | 'readyToInvoice'>): boolean {
  return job.paymentProcessed || job.readyToInvoice
}

type Payments = readonly Pick<JobPayment, 'active' | 'amount'>[]
type Priced = Pick<Job, 'paymentReceived' | 'totalInvoiceAmount'>

/**
 * Paid: the flag, which is sparse in real accounts, or payments that come to the total. ServiceM8
 * keeps four decimals of a total, of which nobody can pay what is less than an øre; and a till
 * takes whole kroner.
 */
export function isPaid(job: Priced, payments: Payments): boolean {
  return job.paymentReceived || isCovered(job, payments) || isRoundedToKroner(job, payments)
}

const ORE = exact('0.01')

function isCovered({ totalInvoiceAmount }: Priced, payments: Payments): boolean {
  const paid = paidIn(payments)
  return paid.gt(ZERO) && decimal(totalInvoiceAmount).minus(paid).lt(ORE)
}

/** Is what was paid the total in whole kroner, as cash is paid whatever its method is called? */
function isRoundedToKroner({ totalInvoiceAmount }: Priced, payments: Payments): boolean {
  const paid = paidIn(payments)
  return paid.gt(ZERO) && paid.eq(round(paid)) && paid.eq(round(decimal(totalInvoiceAmount)))
}

/** Refunds are payments below zero. */
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
  // Never switched on: everything a person fetches is history, but what is completed in the
  // meantime waits for the activation.
  if (configuration.activatedAt === null) return origin === 'manual'
  // ServiceM8 gives whole seconds, rounded down: what is completed in the very second of the
  // activation is not history.
  const start = Math.floor(new Date(configuration.activatedAt).getTime() / 1_000) * 1_000
  return new Date(job.completedAt ?? job.editedAt).getTime() < start
}

/**
 * An empty or odd amount counts as nothing here; a line that cannot be read is reported when the
 * draft is built.
 */
function decimal(text: string) {
  try {
    return exact(text)
  } catch {
    return ZERO
  }
}
