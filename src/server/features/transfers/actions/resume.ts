import type { Vendor } from '#shared/contracts/connections'
import { instant } from '../../../platform/clock.ts'
import { inBackground } from '../../../platform/background.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { pauseLane } from '../../connections/pause.ts'
import { choicesOf } from '../../collective/queries.ts'
import { connectionOf } from '../../connections/queries.ts'
import { waitAgain } from '../waiting/store.ts'
import { laneHasDueRows } from '../delivery/claim-store.ts'
import { TRANSFER_LANE } from '../queue-names.ts'
import { clearWaits, endWaits, holdQueued, skipPending, startPending } from '../store.ts'
import { countWaiting } from '../queries.ts'
import { configurationOf } from '../../configuration/queries.ts'
import { startOfClients } from './same-question-store.ts'

/** For other features: starts transfers that wait, or makes queued ones wait. */

/** A connection works again: transfers that backed off are tried immediately. */
export async function resumeAfterReconnect(platform: Platform, userId: string): Promise<void> {
  await clearWaits(platform.db, userId, instant(platform.clock))
  wakeLaneOf(platform, userId)
}

/** A company has been chosen: starts the transfers that waited for that. */
export async function resumeAfterCompanyChosen(
  platform: Platform,
  userId: string,
): Promise<number> {
  const now = instant(platform.clock)
  const started = await startPending(platform.db, userId, ['company'], now)
  await clearWaits(platform.db, userId, now)
  wakeLaneOf(platform, userId)
  return started
}

/**
 * A person has said who a client is in Fiken: starts its transfers that waited to be told. Each is
 * matched again, so one with another recipient asks again.
 */
export async function resumeAfterCustomerChosen(
  platform: Platform,
  userId: string,
  clientUuid: string,
): Promise<number> {
  const started = await startForCustomer(platform, userId, clientUuid)
  if (started > 0) wakeLaneOf(platform, userId)
  return started
}

/** The same within a transaction, after which the lane is to be woken. */
export async function startForCustomer(
  inside: Platform,
  userId: string,
  clientUuid: string,
): Promise<number> {
  const { isActive } = await configurationOf(inside.db, userId)
  const how = { askedWhileOff: !isActive, now: instant(inside.clock) }
  return startOfClients(inside.db, userId, [clientUuid], how)
}

/**
 * The comparison of all clients has found these in Fiken: the same, unless the integration is off.
 * Nobody has asked for a draft then, and the transfers wait on.
 */
export async function resumeAfterCustomersFound(
  platform: Platform,
  userId: string,
  clientUuids: readonly string[],
): Promise<number> {
  const { isActive } = await configurationOf(platform.db, userId)
  if (!isActive) return 0
  const how = { askedWhileOff: false, now: instant(platform.clock) }
  const started = await startOfClients(platform.db, userId, clientUuids, how)
  if (started > 0) wakeLaneOf(platform, userId)
  return started
}

/** The company must be chosen again: queued transfers wait for that. */
export async function holdForCompany(platform: Platform, userId: string): Promise<number> {
  return holdQueued(platform.db, userId, 'company', instant(platform.clock))
}

/** The integration has been switched off: queued transfers wait for a person. */
export async function holdWhileInactive(platform: Platform, userId: string): Promise<number> {
  return holdQueued(platform.db, userId, 'inactive', instant(platform.clock))
}

/** How many transfers a person is asked about at activation. */
export function waitingForActivation(db: Db, userId: string): Promise<number> {
  return countWaiting(db, userId, 'inactive')
}

/** A person at activation: the transfers that wait are to be transferred (rule 3). Returns how many. */
export async function startWaiting(platform: Platform, userId: string): Promise<number> {
  const started = await startPending(platform.db, userId, ['inactive'], instant(platform.clock))
  wakeLaneOf(platform, userId)
  return started
}

/**
 * A person at activation: they are invoiced otherwise. That is not said of a month's draft that had
 * started: its jobs wait for it again. What was, or may have been, sent stays, since its draft would be in
 * Fiken unknown to us.
 *
 * @returns how many were skipped, wait for a draft with others again, and stay
 */
export async function skipWaiting(
  platform: Platform,
  userId: string,
): Promise<Record<'skipped' | 'waiting' | 'kept', number>> {
  const now = instant(platform.clock)
  return platform.db.transaction(async (tx) => {
    const choices = await choicesOf(tx, userId, { hold: true })
    const clients = choices.map(({ clientUuid }) => clientUuid)
    const waiting = await waitAgain(tx, userId, clients, { reason: 'inactive', now })
    const skipped = await skipPending(tx, userId, ['inactive'], now)
    return { skipped, waiting, kept: await countWaiting(tx, userId, 'inactive') }
  })
}

/**
 * "Synkroniser nå": starts the transfers that only wait for a person's go-ahead (rule 4). Those whose
 * draft was taken back do not: that was said of the job itself.
 */
export async function startFetched(platform: Platform, userId: string): Promise<number> {
  const now = instant(platform.clock)
  const started = await startPending(platform.db, userId, ['fetched', 'restored'], now)
  wakeLaneOf(platform, userId)
  return started
}

/** A person's retry ends the lane's pause: it is the next probe of the vendor (decision 0012). */
export async function tryLaneNow(platform: Platform, userId: string): Promise<void> {
  const fiken = await connectionOf(platform.db, userId, 'fiken')
  if (!fiken?.lane) return
  if (fiken.pausedUntil) await pauseLane(platform.db, fiken.lane, null)
  platform.queue.wake(TRANSFER_LANE, fiken.lane)
}

/**
 * An operator's "Prøv nå": what waits for a vendor, of everybody, is due; the tick starts it. Returns
 * how many had been put off.
 */
export async function tryAllNow({ db, clock }: Platform, vendor: Vendor): Promise<number> {
  return endWaits(db, `${vendor}_down`, instant(clock))
}

/** A hint, like every wake-up: it never rejects, and the tick finds a lane that was not woken. */
export function wakeLaneOf(platform: Platform, userId: string): void {
  const wake = async () => {
    const fiken = await connectionOf(platform.db, userId, 'fiken')
    if (fiken?.lane) platform.queue.wake(TRANSFER_LANE, fiken.lane)
  }
  inBackground(platform.log, 'a lane was not woken; the tick will make up for it', wake())
}

/** Returns true while transfers of this Fiken user wait or run: what can wait makes room for them. */
export function laneIsBusy({ db, clock }: Platform, lane: string): Promise<boolean> {
  return laneHasDueRows(db, lane, instant(clock))
}
