import type { TokenSet } from '#clients/http/oauth'
import type { Vendor } from '#shared/contracts/connections'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Slot } from '../../../platform/limiter/vendor-limiter.ts'
import { recordActivity } from '../../activity-log/record.ts'
import { DEAD, findConnection, rotateTokens, type ConnectionRow } from '../store.ts'
import { entryOf } from './grant-entries.ts'
import { GRANTS, grantLane } from './grant-lane.ts'
import { openToken, sealToken } from './grant-row.ts'

/**
 * What a vendor has given for a refresh token. The old one is used up, so this must not be lost.
 */
export interface RotatedPair {
  userId: string
  vendor: Vendor
  /** The refresh token that it was given for. */
  old: string
  next: TokenSet
}

/**
 * Of each grant: the pair that is in this process only, and not in the database yet, and who wants
 * to hear of one.
 */
interface Keeping {
  pair: RotatedPair | null
  listeners: Set<() => void>
}
const keepings = new WeakMap<Platform, Map<string, Keeping>>()

function keepingOf(platform: Platform, userId: string, vendor: Vendor): Keeping {
  const ofGrants = keepings.get(platform) ?? new Map<string, Keeping>()
  keepings.set(platform, ofGrants)
  const lane = grantLane(vendor, userId)
  const keeping = ofGrants.get(lane) ?? { pair: null, listeners: new Set() }
  ofGrants.set(lane, keeping)
  return keeping
}

/**
 * Stores the pair in the place of the token it was given for. Idempotent. Throws when the
 * database does not take it.
 *
 * @param first the row as it was read before; absent = it is read now
 * @returns false when that token is no longer there: the person has disconnected or
 *   connected again, or the pair is stored already
 */
export async function writePair(
  platform: Platform,
  pair: RotatedPair,
  first?: ConnectionRow,
): Promise<boolean> {
  const read = () => findConnection(platform.db, pair.userId, pair.vendor)
  let seen = first ?? (await read())
  while (seen && isFor(platform, pair, seen)) {
    if (await write(platform, pair, seen)) {
      follow(platform, pair, seen)
      return true
    }
    const now = await read()
    // Sealed with another key, or with another status, it is tried again; as it was before, it
    // cannot be written at all.
    if (now && now.refreshToken === seen.refreshToken && now.status === seen.status) return false
    seen = now
  }
  return false
}

/**
 * Keeps the pair until it is written, and the slot with it, so that no other process uses the old
 * refresh token up once more. This process uses the new one in the meantime ({@link keptAccess}).
 * An orderly stop leaves it some seconds.
 */
export async function keepUntilWritten(
  platform: Platform,
  pair: RotatedPair,
  slot: Slot,
): Promise<void> {
  const { userId, vendor } = pair
  const keeping = keepingOf(platform, userId, vendor)
  keeping.pair = pair
  for (const listener of keeping.listeners) listener()
  try {
    await platform.retries.untilDone('storing renewed tokens', { vendor, userId }, async () => {
      // The present holder of the slot has found the old token used up: the pair is written all the
      // same, and revives the grant.
      await slot.prolong()
      await writePair(platform, pair)
    })
  } finally {
    keeping.pair = null
  }
}

/**
 * The tokens of a pair that is not written yet, as long as the row still has the token they were
 * given for.
 */
export function keptAccess(
  platform: Platform,
  row: ConnectionRow,
  vendor: Vendor,
): { access: string; expiresAt: Date } | null {
  const { pair } = keepingOf(platform, row.userId, vendor)
  if (!pair || !isFor(platform, pair, row)) return null
  return { access: pair.next.accessToken, expiresAt: new Date(pair.next.expiresAt) }
}

/** Is any pair kept in memory? Does not ask the database. */
export function isAnythingKept(platform: Platform, userId: string, vendor: Vendor): boolean {
  return keepings.get(platform)?.get(grantLane(vendor, userId))?.pair != null
}

/** Calls the listener when a pair of this grant is kept from now on; returns what ends that. */
export function onKept(
  platform: Platform,
  userId: string,
  vendor: Vendor,
  listener: () => void,
): () => void {
  const { listeners } = keepingOf(platform, userId, vendor)
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const isFor = (platform: Platform, { old, vendor }: RotatedPair, row: ConnectionRow) =>
  openToken(platform, row, vendor, 'refresh') === old

async function write(
  platform: Platform,
  { userId, vendor, next }: RotatedPair,
  seen: ConnectionRow,
): Promise<boolean> {
  const at = instant(platform.clock)
  const values = {
    accessToken: sealToken(platform, userId, vendor, 'access', next.accessToken),
    refreshToken: sealToken(platform, userId, vendor, 'refresh', next.refreshToken),
    expiresAt: new Date(next.expiresAt),
    scope: next.scope || seen.scope,
    checkAt: isWaitedFor(seen) ? at : seen.checkAt,
    at,
  }
  return platform.db.transaction(async (tx) => {
    const stored = await rotateTokens(tx, seen, values)
    if (stored && personWasAsked(seen))
      await recordActivity(tx, entryOf(userId, vendor, 'recovered', at))
    return stored
  })
}

const personWasAsked = ({ status }: ConnectionRow) => status === 'refused' || status === DEAD
/** Does anything wait for the grant to be good again? */
const isWaitedFor = (row: ConnectionRow) => row.refusal !== null || row.status === DEAD

function follow(
  { log, live, queue }: Platform,
  { userId, vendor }: RotatedPair,
  was: ConnectionRow,
): void {
  if (!isWaitedFor(was)) return
  log.info(
    { vendor, userId, reason: was.refusal ?? was.status },
    'a refused grant is accepted again',
  )
  if (personWasAsked(was)) live.publish(userId, 'status', 'connections', 'activity')
  queue.wake(GRANTS, grantLane(vendor, userId))
}
