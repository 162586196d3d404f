import { isExternalError } from '#clients/http/external-error'
import type { Platform } from '../../../platform/platform.ts'
import type { Slot } from '../../../platform/limiter/vendor-limiter.ts'
import type { GrantRow } from '../grant-store.ts'
import { fikenLane } from '../providers.ts'
import { liveGrant, openToken } from './grant-row.ts'
import { renewTokens, type Access, type Renewed, type RenewalOptions } from './renew-tokens.ts'
import { isAnythingKept, keepUntilWritten, keptAccess, onKept } from './rotated-pair.ts'

/**
 * The time before a token's expiry at which it is renewed, so that it stays valid during a request.
 */
const EARLY_MS = 60_000

export interface TokenOptions extends RenewalOptions {
  interactive?: boolean
  signal?: AbortSignal
  mayCall?: () => Promise<void>
}

export interface TokenKeeper {
  /** Returns a token that is valid for at least another minute; renews the token if necessary. */
  token(): Promise<string>
  /**
   * Returns another token after `used` was rejected with 401: a token renewed by another caller
   * since, or a newly renewed token.
   */
  renewed(used: string): Promise<string>
}

/**
 * Provides valid access tokens for a grant. Both vendors rotate the refresh token at every use, so
 * two concurrent renewals would end the grant. A renewal therefore holds the grant's slot across
 * all processes, reads the row again inside the slot, and stores the new tokens only if the old
 * refresh token is still stored. The slot is held until the tokens are stored, however long the
 * database is unavailable; the caller gets the new token immediately.
 */
export function keepTokens(
  platform: Platform,
  first: GrantRow,
  options: TokenOptions,
): TokenKeeper {
  let known: Access = {
    access: openToken(platform, first, 'access'),
    expiresAt: first.expiresAt,
  }

  const isGood = ({ access, expiresAt }: Access, used: string | null) =>
    access !== used && lives(platform, expiresAt)

  async function unwritten(used: string | null): Promise<Access | null> {
    if (!isAnythingKept(platform, first.id)) return null
    const kept = keptAccess(platform, await liveGrant(platform, first))
    return kept && isGood(kept, used) ? kept : null
  }

  async function renew(used: string | null): Promise<string> {
    known = (await unwritten(used)) ?? (await inTurn(used))
    return known.access
  }

  /**
   * Renews the token while holding the grant's slot. Stops waiting for the slot if an earlier
   * caller receives new tokens and holds the slot until they are stored.
   */
  function inTurn(used: string | null): Promise<Access> {
    let answered = false
    return new Promise<Access>((resolve, reject) => {
      const hearOfPair = () => {
        unwritten(used).then((kept) => {
          if (kept) resolve(kept)
          answered ||= kept !== null
        }, reject)
      }
      const noLonger = onKept(platform, first.id, hearOfPair)
      const work = (inLane: InLane) => (answered ? Promise.resolve(known) : renewed(used, inLane))
      inSlot(platform, first, options, work).then(resolve, reject).finally(noLonger)
    })
  }

  async function renewed(used: string | null, inLane: InLane): Promise<Renewed> {
    const row = await liveGrant(platform, first)
    const present = { access: openToken(platform, row, 'access'), expiresAt: row.expiresAt }
    if (isGood(present, used)) return present
    await options.mayCall?.()
    return renewTokens(platform, row, options, inLane)
  }

  return {
    token: async () => {
      known = (await unwritten(null)) ?? known
      return lives(platform, known.expiresAt) ? known.access : renew(null)
    },
    renewed: (used) => renew(used),
  }
}

/**
 * Requests new tokens even if the current ones have not expired, unless another caller has just
 * renewed them.
 */
export async function tryGrant(
  platform: Platform,
  row: GrantRow,
  signal: AbortSignal,
): Promise<void> {
  await keepTokens(platform, row, { signal }).renewed(openToken(platform, row, 'access'))
}

function lives(platform: Platform, expiresAt: Date | null): boolean {
  return expiresAt === null || expiresAt.getTime() - EARLY_MS > platform.clock.now()
}

type InLane = <T>(run: () => Promise<T>) => Promise<T>

/**
 * Runs a renewal in the grant's slot, which only prevents concurrent renewals. Fiken counts token
 * requests like any other request, so a request to Fiken also goes through the Fiken user's lane.
 * Returns as soon as the token is available; the slot is held until the new tokens are stored.
 */
function inSlot(
  platform: Platform,
  { id, vendor, account }: GrantRow,
  { interactive, signal }: TokenOptions,
  run: (inLane: InLane) => Promise<Renewed>,
): Promise<Access> {
  let gaveUp = false
  const options = {
    ...(interactive ? { interactive } : {}),
    ...(signal ? { signal } : {}),
    gaveUp: () => gaveUp,
  }
  const watched = async <T>(call: () => Promise<T>) => {
    try {
      return await call()
    } catch (error) {
      gaveUp = isExternalError(error) && error.gaveUp
      throw error
    }
  }
  const inLane: InLane = (call) =>
    vendor === 'fiken'
      ? platform.limiter.serialized(fikenLane(account), () => watched(call), options)
      : watched(call)
  return new Promise((resolve, reject) => {
    const work = async (slot: Slot) => {
      const { unwritten, ...access } = await run(inLane)
      if (unwritten) {
        resolve(access)
        await keepUntilWritten(platform, unwritten, slot)
      }
      return access
    }
    platform.limiter
      .serialized(`${vendor}-token:${id}`, work, { ...options, unpaced: true, longLease: true })
      .then(resolve, reject)
  })
}
