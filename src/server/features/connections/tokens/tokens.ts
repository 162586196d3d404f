import { isExternalError } from '#clients/http/external-error'
import type { Vendor } from '#shared/contracts/connections'
import type { Platform } from '../../../platform/platform.ts'
import type { Slot } from '../../../platform/limiter/vendor-limiter.ts'
import type { ConnectionRow } from '../store.ts'
import { liveConnection, openToken, type LiveRow } from './grant-row.ts'
import { renewTokens, type Access, type Renewed, type RenewalOptions } from './renew-tokens.ts'
import { isAnythingKept, keepUntilWritten, keptAccess, onKept } from './rotated-pair.ts'

/** The time before its expiry at which a token is renewed, so that none expires on its way. */
const EARLY_MS = 60_000

export interface TokenOptions extends RenewalOptions {
  interactive?: boolean
  signal?: AbortSignal
  /**
   * Called in the slot of the renewal before the call to the vendor; throws when the call must not
   * be made.
   */
  mayCall?: () => Promise<void>
}

export interface TokenKeeper {
  /** Returns a token valid for at least another minute, renewed when necessary. */
  token(): Promise<string>
  /**
   * Returns a token after a 401 with `used`: one renewed by another caller meanwhile, or a new one.
   */
  renewed(used: string): Promise<string>
}

/**
 * Both vendors rotate the refresh token at every use, so two concurrent renewals would kill the
 * grant. A renewal therefore holds the slot of this grant over all processes, reads the row again
 * inside it, and stores the new pair on the condition that the old one is still there. It keeps the
 * slot until that is done, however long the database is unavailable; the caller has the new token
 * immediately.
 */
export function keepTokens(
  platform: Platform,
  first: LiveRow,
  vendor: Vendor,
  options: TokenOptions,
): TokenKeeper {
  const { userId } = first
  let known: Access = {
    access: openToken(platform, first, vendor, 'access'),
    expiresAt: first.expiresAt,
  }

  const isGood = ({ access, expiresAt }: Access, used: string | null) =>
    access !== used && lives(platform, expiresAt)

  /** Returns a token given to another caller in this process and not yet stored. */
  async function unwritten(used: string | null): Promise<Access | null> {
    if (!isAnythingKept(platform, userId, vendor)) return null
    const kept = keptAccess(platform, await liveConnection(platform, userId, vendor), vendor)
    return kept && isGood(kept, used) ? kept : null
  }

  async function renew(used: string | null): Promise<string> {
    known = (await unwritten(used)) ?? (await inTurn(used))
    return known.access
  }

  /**
   * Renews in the slot, but stops waiting for it once an earlier caller has been given a pair and
   * keeps the slot until it is written.
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
      const noLonger = onKept(platform, userId, vendor, hearOfPair)
      const work = (inLane: InLane) => (answered ? Promise.resolve(known) : renewed(used, inLane))
      inSlot(platform, first, vendor, options, work).then(resolve, reject).finally(noLonger)
    })
  }

  async function renewed(used: string | null, inLane: InLane): Promise<Renewed> {
    const row = await liveConnection(platform, userId, vendor)
    const present = { access: openToken(platform, row, vendor, 'access'), expiresAt: row.expiresAt }
    if (isGood(present, used)) return present
    await options.mayCall?.()
    return renewTokens(platform, row, vendor, options, inLane)
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
 * Asks for new tokens whatever the expiry of the present ones, unless another caller has just done
 * so.
 */
export async function tryGrant(
  platform: Platform,
  row: LiveRow,
  vendor: Vendor,
  signal: AbortSignal,
): Promise<void> {
  await keepTokens(platform, row, vendor, { signal }).renewed(
    openToken(platform, row, vendor, 'access'),
  )
}

function lives(platform: Platform, expiresAt: Date | null): boolean {
  return expiresAt === null || expiresAt.getTime() - EARLY_MS > platform.clock.now()
}

type InLane = <T>(run: () => Promise<T>) => Promise<T>

/**
 * Runs in the grant's own slot, which only guards against renewing twice. Fiken counts token calls
 * like any other, so there the call itself goes through the Fiken user's lane too. Returns as soon
 * as there is a token; the slot is held until its pair is written.
 */
function inSlot(
  platform: Platform,
  row: ConnectionRow,
  vendor: Vendor,
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
  const { lane } = row
  const inLane: InLane = (call) =>
    vendor === 'fiken' && lane
      ? platform.limiter.serialized(lane, () => watched(call), options)
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
      .serialized(`${vendor}-token:${row.id}`, work, { ...options, unpaced: true, longLease: true })
      .then(resolve, reject)
  })
}
