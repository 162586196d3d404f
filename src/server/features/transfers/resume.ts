import { instant } from '../../platform/clock.ts'
import { inBackground } from '../../platform/background.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { pauseLane } from '../connections/pause.ts'
import { connectionOf } from '../connections/read-connections.ts'
import { TRANSFER_LANE } from './lane-name.ts'
import { clearWaits, countWaiting, holdQueued, skipPending, startPending } from './store.ts'

/** The acts of other slices that let waiting transfers go on, or hold them. */

/** A connection lives again: what backed off because of it is tried at once. */
export async function resumeAfterReconnect(platform: Platform, userId: string): Promise<void> {
  await clearWaits(platform.db, userId, instant(platform.clock))
  wakeLaneOf(platform, userId)
}

/** A company is chosen: rows that waited for one start. */
export async function resumeAfterCompanyChosen(platform: Platform, userId: string): Promise<number> {
  const now = instant(platform.clock)
  const started = await startPending(platform.db, userId, ['company'], now)
  await clearWaits(platform.db, userId, now)
  wakeLaneOf(platform, userId)
  return started
}

/** The company must be chosen anew: what is in the queue waits for it. */
export async function holdForCompany(platform: Platform, userId: string): Promise<number> {
  return holdQueued(platform.db, userId, 'company', instant(platform.clock))
}

/** The integration is switched off: what is in the queue waits for a person. */
export async function holdWhileInactive(platform: Platform, userId: string): Promise<number> {
  return holdQueued(platform.db, userId, 'inactive', instant(platform.clock))
}

/** How many jobs a person is asked about at activation. */
export function waitingForActivation(db: Db, userId: string): Promise<number> {
  return countWaiting(db, userId, 'inactive')
}

/** At activation a person decides about what waits (decision 3). */
export async function decideWaiting(platform: Platform, userId: string, decision: 'transfer' | 'skip'): Promise<number> {
  const now = instant(platform.clock)
  if (decision === 'skip') return skipPending(platform.db, userId, ['inactive'], now)
  const started = await startPending(platform.db, userId, ['inactive'], now)
  wakeLaneOf(platform, userId)
  return started
}

/** "Synkroniser nå" starts what waits for nothing but a person's nod (decision 4). */
export async function startFetched(platform: Platform, userId: string): Promise<number> {
  const started = await startPending(platform.db, userId, ['fetched'], instant(platform.clock))
  wakeLaneOf(platform, userId)
  return started
}

/** A person's own try does not wait out a pause: it is the next probe (decision 0012). */
export async function tryLaneNow(platform: Platform, userId: string): Promise<void> {
  const fiken = await connectionOf(platform.db, userId, 'fiken')
  if (!fiken?.lane) return
  if (fiken.pausedUntil) await pauseLane(platform.db, fiken.lane, null)
  platform.queue.wake(TRANSFER_LANE, fiken.lane)
}

/** A hint, like every wake-up: it never rejects, and a lane that was not woken is found by the tick. */
export function wakeLaneOf(platform: Platform, userId: string): void {
  const wake = async () => {
    const fiken = await connectionOf(platform.db, userId, 'fiken')
    if (fiken?.lane) platform.queue.wake(TRANSFER_LANE, fiken.lane)
  }
  inBackground(platform.log, 'a lane was not woken; the tick will make up for it', wake())
}
