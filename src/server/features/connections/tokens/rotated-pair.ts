import type { TokenSet } from '#clients/http/oauth'
import type { Vendor } from '#shared/contracts/connections'
import { instant } from '../../../platform/clock.ts'
import type { Slot } from '../../../platform/limiter/vendor-limiter.ts'
import type { Platform } from '../../../platform/platform.ts'
import { recordActivity } from '../../activity-log/record.ts'
import { entryOf } from '../grant-words.ts'
import { type ConnectionRow, DEAD, findConnection, rotateTokens } from '../store.ts'
import { grantLane, GRANTS } from './grant-lane.ts'
import { openToken, sealToken } from './grant-row.ts'

/** A vendor's answer to a refresh token. The old token is used up, so this must not be lost. */
export interface RotatedPair {
  userId: string
  vendor: Vendor
  /** The refresh token that was exchanged. */
  old: string
  next: TokenSet
}

/**
 * Per grant: the pair that only this process has, not yet stored in the database, and the listeners
 * for such a pair.
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
 * Stores the pair in place of the token it was exchanged for. Idempotent. Throws when the database
 * does not accept it.
 * @param first the row as read before; read now when left out
 * @returns false when that token is no longer there: the user has disconnected or reconnected, or
 * the pair is stored already
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
    // Tried again when it was sealed with another key, or the status changed; if neither has, it
    // cannot be written at all.
    if (now && now.refreshToken === seen.refreshToken && now.status === seen.status) return false
    seen = now
  }
  return false
}

/**
 * Keeps the pair, and the slot with it, until it is written, so that no other process uses the old
 * refresh token again. Meanwhile this process uses the new one ({@link keptAccess}). An orderly
 * stop allows some seconds for it.
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
      // If another process took the slot and found the old token used up, the pair is written all
      // the same, and revives the grant.
      await slot.prolong()
      await writePair(platform, pair)
    })
  } finally {
    keeping.pair = null
  }
}

/**
 * Returns the access token of an unwritten pair, while the row still has the token it was exchanged
 * for.
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

/** Returns true when a pair is kept in memory, without a query. */
export function isAnythingKept(platform: Platform, userId: string, vendor: Vendor): boolean {
  return keepings.get(platform)?.get(grantLane(vendor, userId))?.pair != null
}

/**
 * Calls the listener when a pair of this grant is kept from now on; returns the function that ends
 * that.
 */
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
/** Returns true when work waits for the grant to be accepted again. */
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
