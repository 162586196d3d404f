import type { TokenSet } from '#clients/http/oauth'
import type { Vendor } from '#shared/contracts/connections'
import { instant } from '../../../platform/clock.ts'
import type { Slot } from '../../../platform/limiter/vendor-limiter.ts'
import type { Platform } from '../../../platform/platform.ts'
import { DEAD, findGrant, type GrantRow, rotateTokens } from '../grant-store.ts'
import { logAtCompanies } from '../grant-words.ts'
import { GRANTS } from './grant-lane.ts'
import { openToken, sealToken } from './grant-row.ts'

/**
 * New tokens from a vendor that replace the `old` refresh token. That token is no longer valid, so
 * losing the new tokens would end the grant.
 */
export interface RotatedPair {
  grantId: string
  vendor: Vendor
  old: string
  next: TokenSet
}

interface Keeping {
  pair: RotatedPair | null
  listeners: Set<() => void>
}
const keepings = new WeakMap<Platform, Map<string, Keeping>>()

function keepingOf(platform: Platform, grantId: string): Keeping {
  const ofGrants = keepings.get(platform) ?? new Map<string, Keeping>()
  keepings.set(platform, ofGrants)
  const keeping = ofGrants.get(grantId) ?? { pair: null, listeners: new Set() }
  ofGrants.set(grantId, keeping)
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
  first?: GrantRow,
): Promise<boolean> {
  const read = () => findGrant(platform.db, pair.grantId)
  let seen = first ?? (await read())
  while (seen && isFor(platform, pair, seen)) {
    const asked = await write(platform, pair, seen)
    if (asked) {
      follow(platform, pair, seen, asked)
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
  const { grantId, vendor } = pair
  const keeping = keepingOf(platform, grantId)
  keeping.pair = pair
  for (const listener of keeping.listeners) listener()
  try {
    await platform.retries.untilDone('storing renewed tokens', { vendor, grantId }, async () => {
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
  row: GrantRow,
): { access: string; expiresAt: Date } | null {
  const { pair } = keepingOf(platform, row.id)
  if (!pair || !isFor(platform, pair, row)) return null
  return { access: pair.next.accessToken, expiresAt: new Date(pair.next.expiresAt) }
}

/** Returns true if new tokens of the grant are kept in memory. Runs no query. */
export function isAnythingKept(platform: Platform, grantId: string): boolean {
  return keepings.get(platform)?.get(grantId)?.pair != null
}

export function onKept(platform: Platform, grantId: string, listener: () => void): () => void {
  const { listeners } = keepingOf(platform, grantId)
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const isFor = (platform: Platform, { old }: RotatedPair, row: GrantRow) =>
  openToken(platform, row, 'refresh') === old

/**
 * Returns the companies whose people had been asked to connect again; null when nothing was stored.
 */
async function write(
  platform: Platform,
  { grantId: id, vendor, next }: RotatedPair,
  seen: GrantRow,
): Promise<string[] | null> {
  const at = instant(platform.clock)
  const grant = { id, vendor }
  const values = {
    accessToken: sealToken(platform, grant, 'access', next.accessToken),
    refreshToken: sealToken(platform, grant, 'refresh', next.refreshToken),
    sealedFor: id,
    expiresAt: new Date(next.expiresAt),
    scope: next.scope || seen.scope,
    checkAt: isWaitedFor(seen) ? at : seen.checkAt,
    at,
  }
  return platform.db.transaction(async (tx) => {
    if (!(await rotateTokens(tx, seen, values))) return null
    return personWasAsked(seen) ? logAtCompanies(tx, grant, 'recovered', at) : []
  })
}

const personWasAsked = ({ status }: GrantRow) => status === 'refused' || status === DEAD
const isWaitedFor = (row: GrantRow) => row.refusal !== null || row.status === DEAD

function follow(
  { log, live, queue }: Platform,
  { grantId, vendor }: RotatedPair,
  was: GrantRow,
  asked: readonly string[],
): void {
  if (!isWaitedFor(was)) return
  log.info(
    { vendor, grantId, reason: was.refusal ?? was.status },
    'a refused grant is accepted again',
  )
  for (const companyId of asked) live.publish(companyId, 'status', 'connections', 'activity')
  queue.wake(GRANTS, grantId)
}
