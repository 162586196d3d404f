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

/**
 * New tokens from a vendor that replace the `old` refresh token. That token is no longer valid, so
 * losing the new tokens would end the grant.
 */
export interface RotatedPair {
  companyId: string
  vendor: Vendor
  old: string
  next: TokenSet
}

interface Keeping {
  pair: RotatedPair | null
  listeners: Set<() => void>
}
const keepings = new WeakMap<Platform, Map<string, Keeping>>()

function keepingOf(platform: Platform, companyId: string, vendor: Vendor): Keeping {
  const ofGrants = keepings.get(platform) ?? new Map<string, Keeping>()
  keepings.set(platform, ofGrants)
  const lane = grantLane(vendor, companyId)
  const keeping = ofGrants.get(lane) ?? { pair: null, listeners: new Set() }
  ofGrants.set(lane, keeping)
  return keeping
}

/**
 * Stores the new tokens in place of the refresh token that was exchanged. The function is
 * idempotent, and throws if the database is unavailable.
 * @param first the row if already read; otherwise the row is read now
 * @returns false when the old refresh token is no longer stored, because the user has disconnected
 * or connected again, or the new tokens are already stored
 */
export async function writePair(
  platform: Platform,
  pair: RotatedPair,
  first?: ConnectionRow,
): Promise<boolean> {
  const read = () => findConnection(platform.db, pair.companyId, pair.vendor)
  let seen = first ?? (await read())
  while (seen && isFor(platform, pair, seen)) {
    if (await write(platform, pair, seen)) {
      follow(platform, pair, seen)
      return true
    }
    const now = await read()
    // Retries if the token was encrypted with another key, or if the status changed. If neither has
    // changed, another attempt would fail too.
    if (now && now.refreshToken === seen.refreshToken && now.status === seen.status) return false
    seen = now
  }
  return false
}

/**
 * Keeps the new tokens in memory, and holds the limiter's slot, until the tokens are stored, so
 * that no other process uses the old refresh token again. In the meantime this process uses the new
 * access token ({@link keptAccess}). An orderly shutdown allows a few seconds for storing them.
 */
export async function keepUntilWritten(
  platform: Platform,
  pair: RotatedPair,
  slot: Slot,
): Promise<void> {
  const { companyId, vendor } = pair
  const keeping = keepingOf(platform, companyId, vendor)
  keeping.pair = pair
  for (const listener of keeping.listeners) listener()
  try {
    await platform.retries.untilDone('storing renewed tokens', { vendor, companyId }, async () => {
      // Even if another process has acquired the slot and found the old refresh token invalid,
      // storing the new tokens makes the grant valid again.
      await slot.prolong()
      await writePair(platform, pair)
    })
  } finally {
    keeping.pair = null
  }
}

/**
 * Returns the access token of new tokens that are not yet stored, if the row still has the refresh
 * token that was exchanged; otherwise null.
 */
export function keptAccess(
  platform: Platform,
  row: ConnectionRow,
  vendor: Vendor,
): { access: string; expiresAt: Date } | null {
  const { pair } = keepingOf(platform, row.companyId, vendor)
  if (!pair || !isFor(platform, pair, row)) return null
  return { access: pair.next.accessToken, expiresAt: new Date(pair.next.expiresAt) }
}

/** Returns true if new tokens of the grant are kept in memory. Runs no query. */
export function isAnythingKept(platform: Platform, companyId: string, vendor: Vendor): boolean {
  return keepings.get(platform)?.get(grantLane(vendor, companyId))?.pair != null
}

export function onKept(
  platform: Platform,
  companyId: string,
  vendor: Vendor,
  listener: () => void,
): () => void {
  const { listeners } = keepingOf(platform, companyId, vendor)
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const isFor = (platform: Platform, { old, vendor }: RotatedPair, row: ConnectionRow) =>
  openToken(platform, row, vendor, 'refresh') === old

async function write(
  platform: Platform,
  { companyId, vendor, next }: RotatedPair,
  seen: ConnectionRow,
): Promise<boolean> {
  const at = instant(platform.clock)
  const values = {
    accessToken: sealToken(platform, companyId, vendor, 'access', next.accessToken),
    refreshToken: sealToken(platform, companyId, vendor, 'refresh', next.refreshToken),
    expiresAt: new Date(next.expiresAt),
    scope: next.scope || seen.scope,
    checkAt: isWaitedFor(seen) ? at : seen.checkAt,
    at,
  }
  return platform.db.transaction(async (tx) => {
    const stored = await rotateTokens(tx, seen, values)
    if (stored && personWasAsked(seen))
      await recordActivity(tx, entryOf(companyId, vendor, 'recovered', at))
    return stored
  })
}

const personWasAsked = ({ status }: ConnectionRow) => status === 'refused' || status === DEAD
const isWaitedFor = (row: ConnectionRow) => row.refusal !== null || row.status === DEAD

function follow(
  { log, live, queue }: Platform,
  { companyId, vendor }: RotatedPair,
  was: ConnectionRow,
): void {
  if (!isWaitedFor(was)) return
  log.info(
    { vendor, companyId, reason: was.refusal ?? was.status },
    'a refused grant is accepted again',
  )
  if (personWasAsked(was)) live.publish(companyId, 'status', 'connections', 'activity')
  queue.wake(GRANTS, grantLane(vendor, companyId))
}
