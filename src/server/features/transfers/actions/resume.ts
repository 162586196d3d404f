import type { Vendor } from '#shared/contracts/connections'
import { instant } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { choicesOf } from '../../collective/queries.ts'
import { waitAgain } from '../waiting/store.ts'
import { laneHasDueRows } from '../delivery/claim-store.ts'
import { wakeLaneOf } from '../lane.ts'
import {
  clearWaits,
  endWaits,
  holdQueued,
  skipPending,
  startPending,
  unskipPending,
} from '../store.ts'
import { countWaiting } from '../queries.ts'
import { configurationOf } from '../../configuration/queries.ts'
import { startOfClients } from './same-question-store.ts'

export async function resumeAfterReconnect(platform: Platform, companyId: string): Promise<void> {
  await clearWaits(platform.db, companyId, instant(platform.clock))
  wakeLaneOf(platform, companyId)
}

export async function resumeAfterCompanyChosen(
  platform: Platform,
  companyId: string,
): Promise<number> {
  const now = instant(platform.clock)
  const started = await startPending(platform.db, companyId, ['company'], now)
  await clearWaits(platform.db, companyId, now)
  wakeLaneOf(platform, companyId)
  return started
}

/**
 * Starts the transfers that waited for a choice of this client's customer, and returns their
 * number. Recipients are matched again, and a transfer with another recipient waits for a new
 * choice.
 */
export async function resumeAfterCustomerChosen(
  platform: Platform,
  companyId: string,
  clientUuid: string,
): Promise<number> {
  const started = await startForCustomer(platform, companyId, clientUuid)
  if (started > 0) wakeLaneOf(platform, companyId)
  return started
}

/**
 * Starts the client's waiting transfers inside the caller's transaction, and returns their number;
 * the caller wakes the lane afterwards.
 */
export async function startForCustomer(
  inside: Platform,
  companyId: string,
  clientUuid: string,
): Promise<number> {
  const { isActive } = await configurationOf(inside.db, companyId)
  const how = { askedWhileOff: !isActive, now: instant(inside.clock) }
  return startOfClients(inside.db, companyId, [clientUuid], how)
}

/**
 * Starts the transfers of clients for which the comparison of all clients found a customer, and
 * returns the number started. When the integration is off, the transfers keep waiting, because the
 * user has not requested drafts.
 */
export async function resumeAfterCustomersFound(
  platform: Platform,
  companyId: string,
  clientUuids: readonly string[],
): Promise<number> {
  const { isActive } = await configurationOf(platform.db, companyId)
  if (!isActive) return 0
  const how = { askedWhileOff: false, now: instant(platform.clock) }
  const started = await startOfClients(platform.db, companyId, clientUuids, how)
  if (started > 0) wakeLaneOf(platform, companyId)
  return started
}

export async function holdForCompany(platform: Platform, companyId: string): Promise<number> {
  return holdQueued(platform.db, companyId, 'company', instant(platform.clock))
}

export async function holdWhileInactive(platform: Platform, companyId: string): Promise<number> {
  return holdQueued(platform.db, companyId, 'inactive', instant(platform.clock))
}

export function waitingForActivation(db: Db, companyId: string): Promise<number> {
  return countWaiting(db, companyId, 'inactive')
}

/** Queues transfers that waited while the integration was off (rule 3); returns their number. */
export async function startWaiting(platform: Platform, companyId: string): Promise<number> {
  const started = await startPending(platform.db, companyId, ['inactive'], instant(platform.clock))
  wakeLaneOf(platform, companyId)
  return started
}

/**
 * Skips the transfers that waited while the integration was off, as chosen at activation, because
 * the user invoices them in another way. Jobs in a month's collective draft that had started wait
 * for the collective draft again. Transfers that were or might have been sent are kept, because we
 * must not lose track of a draft in Fiken.
 */
export async function skipWaiting(
  platform: Platform,
  companyId: string,
): Promise<Record<'skipped' | 'waiting' | 'kept', number> & { at: Date }> {
  const now = instant(platform.clock)
  return platform.db.transaction(async (tx) => {
    const choices = await choicesOf(tx, companyId, { hold: true })
    const clients = choices.map(({ clientUuid }) => clientUuid)
    const waiting = await waitAgain(tx, companyId, clients, { reason: 'inactive', now })
    const skipped = await skipPending(tx, companyId, ['inactive'], now)
    return { skipped, waiting, kept: await countWaiting(tx, companyId, 'inactive'), at: now }
  })
}

/**
 * Takes skipWaiting() back: the jobs that were skipped at that moment, and not changed since, wait
 * for the user's decision again. Returns their number.
 */
export function restoreSkipped(
  platform: Platform,
  companyId: string,
  skippedAt: Date,
): Promise<number> {
  return unskipPending(platform.db, companyId, { skippedAt, now: instant(platform.clock) })
}

/**
 * Starts the fetched transfers for "Synkroniser nå" (rule 4), and returns their number. Transfers
 * whose draft was deleted with "Angre" are not started, because the user decided about those jobs
 * specifically.
 */
export async function startFetched(platform: Platform, companyId: string): Promise<number> {
  const now = instant(platform.clock)
  const started = await startPending(platform.db, companyId, ['fetched', 'restored'], now)
  wakeLaneOf(platform, companyId)
  return started
}

/**
 * Ends the waits of all companies' transfers for a vendor ("Prøv nå"), and returns the number of
 * transfers; the timer then starts them.
 */
export async function tryAllNow({ db, clock }: Platform, vendor: Vendor): Promise<number> {
  return endWaits(db, `${vendor}_down`, instant(clock))
}

/** Returns true while transfers wait or run, so that less urgent work is postponed. */
export function laneIsBusy({ db, clock }: Platform, lane: string): Promise<boolean> {
  return laneHasDueRows(db, lane, instant(clock))
}
