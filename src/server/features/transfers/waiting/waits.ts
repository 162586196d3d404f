import type { Db } from '../../../platform/database/database.ts'
import { billedClientOf, choiceOf, type CollectiveChoice } from '../../collective/queries.ts'
import type { JobSnapshot } from '../../service-jobs/snapshot.ts'
import { wasSent } from '../queries.ts'
import type { TransferRow } from '../tables.ts'

/**
 * Returns true for a job that waits for the customer's other jobs, to be on one draft with them
 * (decision 0054).
 */
export const waitsForSet = ({
  status,
  pendingReason,
}: Pick<TransferRow, 'status' | 'pendingReason'>): boolean =>
  status === 'pending' && pendingReason === 'collective'

/**
 * Returns true as waitsForSet() does, and when the job's set has started and the settings hold it
 * with nothing sent.
 */
export const isForSet = (row: ForSet): boolean =>
  waitsForSet(row) || (row.status === 'pending' && row.collectiveRun !== null && !wasSent(row))

export type ForSet = Pick<
  TransferRow,
  'status' | 'pendingReason' | 'collectiveRun' | 'outcomeUnknown' | 'fikenInvoiceDraftId'
>

/**
 * Returns true for a job that goes alone whatever is chosen for its customer: the user has said so,
 * a deposit is taken off it, or it stands for a credited invoice. An invoice names one deposit or
 * credited invoice.
 */
export const goesAlone = ({
  overruled,
  deposit,
  replaces,
}: Pick<TransferRow, 'overruled' | 'deposit' | 'replaces'>): boolean =>
  overruled.includes('collective') || deposit !== null || replaces !== null

/** The reason for which a job of a set gets a draft of its own. */
export type OwnDraft = 'deposit' | 'replaces'

/**
 * Returns why a job cannot be on a draft with the others of its set: a deposit is taken off it, or it
 * stands for a credited invoice and not all the others stand for the same one, since a draft states one
 * invoice that it replaces. Null when it can.
 */
export function whyOwnDraft(
  { deposit, replaces }: Pick<TransferRow, 'deposit' | 'replaces'>,
  all: readonly Pick<TransferRow, 'replaces'>[],
): OwnDraft | null {
  if (deposit !== null) return 'deposit'
  if (replaces === null) return null
  return all.some((one) => one.replaces?.draftUuid !== replaces.draftUuid) ? 'replaces' : null
}

/**
 * Returns the choice for the customer of a job that is to wait for the others; null for one that
 * goes alone.
 */
export async function choiceToWaitFor(
  db: Db,
  row: Pick<TransferRow, 'userId' | 'overruled' | 'deposit' | 'replaces'>,
  snapshot: JobSnapshot,
): Promise<CollectiveChoice | null> {
  if (goesAlone(row)) return null
  const client = billedClientOf(snapshot)
  return client === null ? null : choiceOf(db, row.userId, client)
}
