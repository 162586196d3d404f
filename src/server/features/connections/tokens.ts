import { isExternalError } from '#clients/http/external-error'
import type { Vendor } from '#shared/contracts/connections'
import type { Platform } from '../../platform/platform.ts'
import { liveConnection, openToken, type LiveRow } from './grant-row.ts'
import { renewTokens, type RenewalOptions } from './renew-tokens.ts'
import type { ConnectionRow } from './store.ts'

/** A token is renewed this long before it ends, so that none ends on its way. */
const EARLY_MS = 60_000

export interface TokenOptions extends RenewalOptions {
  interactive?: boolean
  signal?: AbortSignal
}

/** The access token of one connection, for the length of a few calls. */
export interface TokenKeeper {
  /** One that lives at least a minute longer; renewed when it must be. */
  token(): Promise<string>
  /** After a 401 with this token: the one that somebody else has fetched meanwhile, or a new one. */
  renewed(used: string): Promise<string>
}

/**
 * Both vendors rotate the refresh token at every use, so two renewals at once would kill the grant. A renewal therefore has the gate's
 * slot over all processes, reads the row again inside it, and stores the new pair on the condition that the old one still lies there.
 */
export function keepTokens(platform: Platform, first: LiveRow, vendor: Vendor, options: TokenOptions): TokenKeeper {
  const { userId } = first
  let known = { access: openToken(platform, first, vendor, 'access'), expiresAt: first.expiresAt }

  async function renew(used: string | null): Promise<string> {
    known = await inSlot(platform, first, vendor, options, async () => {
      const row = await liveConnection(platform, userId, vendor)
      const access = openToken(platform, row, vendor, 'access')
      if (access !== used && lives(platform, row.expiresAt)) return { access, expiresAt: row.expiresAt }
      return renewTokens(platform, row, vendor, options)
    })
    return known.access
  }

  return {
    token: async () => (lives(platform, known.expiresAt) ? known.access : renew(null)),
    renewed: (used) => renew(used),
  }
}

/** Asks for new tokens whatever the present ones are said to be good for; leaves it to others who have just done so. */
export async function tryGrant(platform: Platform, row: LiveRow, vendor: Vendor, signal: AbortSignal): Promise<void> {
  await keepTokens(platform, row, vendor, { signal }).renewed(openToken(platform, row, vendor, 'access'))
}

function lives(platform: Platform, expiresAt: Date | null): boolean {
  return expiresAt === null || expiresAt.getTime() - EARLY_MS > platform.clock.now()
}

/** Fiken counts token calls like any other, so they go through its lane; ServiceM8's only need to be alone. */
function inSlot<T>(
  platform: Platform,
  row: ConnectionRow,
  vendor: Vendor,
  { interactive, signal }: TokenOptions,
  run: () => Promise<T>,
): Promise<T> {
  let gaveUp = false
  const watched = async () => {
    try {
      return await run()
    } catch (error) {
      gaveUp = isExternalError(error) && error.gaveUp
      throw error
    }
  }
  const options = { ...(interactive ? { interactive } : {}), ...(signal ? { signal } : {}), gaveUp: () => gaveUp }
  if (vendor === 'fiken' && row.lane) return platform.gate.oneAtATime(row.lane, watched, options)
  return platform.gate.oneAtATime(`${vendor}-token:${row.id}`, watched, { ...options, unpaced: true })
}
