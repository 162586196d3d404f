import type { Db } from '../../../platform/database/database.ts'
import { billedClientOf, choiceOf, type CollectiveChoice } from '../../collective/queries.ts'
import { wasSent } from '../queries.ts'
import type { TransferRow } from '../tables.ts'

/** Returns true for a job that waits for its customer's collective draft (decision 0054). */
export const waitsForSet = ({
  status,
  pendingReason,
}: Pick<TransferRow, 'status' | 'pendingReason'>): boolean =>
  status === 'pending' && pendingReason === 'collective'

/** Returns true for a row that starts without the user: queued, or ready for a collective draft. */
export const startsByItself = (row: Pick<TransferRow, 'status' | 'pendingReason'>): boolean =>
  row.status === 'queued' || waitsForSet(row)

/** Returns true for a row that is listed for the user and has never been started. */
export const isListedOnly = ({
  status,
  needsFetch,
  collectiveRun,
}: Pick<TransferRow, 'status' | 'needsFetch' | 'collectiveRun'>): boolean =>
  status === 'pending' && needsFetch && collectiveRun === null

/**
 * Returns true for a waiting job, and for a job in a started set that the settings stop, with
 * nothing sent.
 */
export const isForSet = (row: ForSet): boolean =>
  waitsForSet(row) || (row.status === 'pending' && row.collectiveRun !== null && !wasSent(row))

export type ForSet = Pick<
  TransferRow,
  'status' | 'pendingReason' | 'collectiveRun' | 'outcomeUnknown' | 'fikenInvoiceDraftId'
>

/**
 * Returns true for a job that gets a draft of its own, whatever is chosen for the customer: the
 * user has chosen so, the job deducts a deposit, or it replaces a credited invoice. A draft can
 * show only one deposit or credited invoice.
 */
export const goesAlone = ({
  overruled,
  deposit,
  replaces,
}: Pick<TransferRow, 'overruled' | 'deposit' | 'replaces'>): boolean =>
  overruled.includes('collective') || deposit !== null || replaces !== null

export type OwnDraft = 'deposit' | 'replaces'

/**
 * Returns the reason why a job cannot share a draft: it deducts a deposit, or replaces a credited
 * invoice that not all the other jobs replace, since a draft can show only one replaced invoice.
 * Null when it can share.
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
 * Returns the choice that the job's collective draft is to follow; null for a job that goes alone,
 * is in a started set, or might have been sent.
 */
export async function choiceToWaitFor(
  db: Db,
  row: TransferRow,
  snapshot = row.snapshot,
): Promise<CollectiveChoice | null> {
  if (goesAlone(row) || row.collectiveRun !== null || wasSent(row)) return null
  const client = snapshot && billedClientOf(snapshot)
  return client === null ? null : choiceOf(db, row.companyId, client)
}
