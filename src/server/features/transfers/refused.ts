import type { CauseCode } from '#shared/causes/index'
import type { IneligibleCode } from '../service-jobs/eligibility.ts'
import type { Outcome } from './outcome.ts'
import type { TransferRow } from './tables.ts'

const CAUSES: Record<IneligibleCode, CauseCode> = {
  deleted: 'job_gone',
  not_completed: 'job_reopened',
  no_total: 'empty_job',
  not_approved: 'not_approved',
  paid: 'already_paid',
}

export const causeOfIneligible = (code: IneligibleCode): CauseCode => CAUSES[code]

/**
 * A row whose job is paid or not approved: it waits for the job to change, or for a person to
 * overrule it.
 */
export const refusedFor = (code: IneligibleCode) =>
  ({
    kind: 'waiting',
    reason: 'refused',
    cause: causeOfIneligible(code),
  }) as const satisfies Outcome

export const isRefused = (row: Pick<TransferRow, 'status' | 'pendingReason'>): boolean =>
  row.status === 'pending' && row.pendingReason === 'refused'
