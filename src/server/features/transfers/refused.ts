import { causeOf, type CauseCode } from '#shared/causes/index'
import type { Ineligible, IneligibleCode } from '../service-jobs/eligibility.ts'
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

/** Returns the outcome that waits until the job changes or the user overrules the obstacle. */
export const refusedFor = (why: Pick<Ineligible, 'code' | 'note'>) =>
  ({
    kind: 'waiting',
    reason: 'refused',
    cause: causeOfIneligible(why.code),
    message: explanationOf(why),
  }) as const satisfies Outcome

export function explanationOf({ code, note }: Pick<Ineligible, 'code' | 'note'>): string {
  const { explanation } = causeOf(causeOfIneligible(code))
  return note === undefined ? explanation : `${note} ${explanation}`
}

export const isRefused = (row: Pick<TransferRow, 'status' | 'pendingReason'>): boolean =>
  row.status === 'pending' && row.pendingReason === 'refused'
