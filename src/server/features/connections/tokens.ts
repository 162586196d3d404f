import { isExternalError } from '#clients/http/external-error'
import type { VendorCall } from '#clients/http/transport'
import type { OAuthClient, TokenSet } from '#clients/http/oauth'
import type { Vendor } from '#shared/contracts/connections'
import { recordActivity } from '../activity-log/record.ts'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { oauthOf, VENDOR_NAMES } from './providers.ts'
import { findConnection, markDead, rotateTokens, type ConnectionRow } from './store.ts'

/** A token is renewed this long before it ends, so that none ends on its way. */
const EARLY_MS = 60_000

export interface TokenOptions {
  interactive?: boolean
  signal?: AbortSignal
  observe?: (call: VendorCall) => void
}

/** The access token of one connection, for the length of a few calls. */
export interface TokenKeeper {
  /** One that lives at least a minute longer; renewed when it must be. */
  token(): Promise<string>
  /** After a 401 with this token: the one that somebody else has fetched meanwhile, or a new one. */
  renewed(used: string): Promise<string>
}

type LiveRow = ConnectionRow & { accessToken: string }

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
      return renewInSlot(platform, row, vendor, options)
    })
    return known.access
  }

  return {
    token: async () => (lives(platform, known.expiresAt) ? known.access : renew(null)),
    renewed: (used) => renew(used),
  }
}

/**
 * The row of a connection whose grant lives.
 *
 * @throws Refusal 409 `authorize_…` when not connected, 401 `reauthorize_…` when the grant is dead
 */
export async function liveConnection(platform: Platform, userId: string, vendor: Vendor): Promise<LiveRow> {
  const row = await findConnection(platform.db, userId, vendor)
  if (row?.status === 'reauth_required') throw deadGrant(vendor, row.problem)
  if (!row || row.status !== 'connected' || row.accessToken === null) throw notConnected(vendor)
  return { ...row, accessToken: row.accessToken }
}

export function notConnected(vendor: Vendor): Refusal {
  const name = VENDOR_NAMES[vendor]
  return new Refusal(409, `authorize_${vendor}`, `${name} er ikke tilkoblet. Koble til ${name} under Konfigurasjon.`)
}

export function deadGrant(vendor: Vendor, problem: string | null): Refusal {
  return new Refusal(401, `reauthorize_${vendor}`, problem ?? deadText(vendor))
}

/** What a sealed token is bound to, beside its user. */
export const tokenField = (vendor: string, kind: 'access' | 'refresh') => `${vendor}.${kind}`

export function sealToken(platform: Platform, userId: string, vendor: Vendor, kind: 'access' | 'refresh', token: string): string {
  return platform.vault.seal(token, { userId, field: tokenField(vendor, kind) })
}

function openToken(platform: Platform, row: LiveRow, vendor: Vendor, kind: 'access' | 'refresh'): string {
  const sealed = kind === 'access' ? row.accessToken : row.refreshToken
  return sealed === null ? '' : platform.vault.open(sealed, { userId: row.userId, field: tokenField(vendor, kind) })
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

async function renewInSlot(platform: Platform, row: LiveRow, vendor: Vendor, options: TokenOptions) {
  const old = openToken(platform, row, vendor, 'refresh')
  let next: TokenSet
  try {
    if (old === '') return await giveUp(platform, row, vendor)
    next = await askTwiceIfLost(oauthOf(platform, vendor, options.observe ? { observe: options.observe } : {}), old)
  } catch (error) {
    if (!isExternalError(error, 'reauth_required')) throw error
    platform.log.warn({ vendor, userId: row.userId, details: error.details }, 'the vendor refused a refresh token')
    return giveUp(platform, row, vendor)
  }
  return store(platform, row, vendor, old, next)
}

/**
 * A lost answer may have come after the rotation; asking once more with the same token shows which. Not at once when it was we who
 * stopped waiting: the vendor may still be at it, and takes one request at a time.
 */
async function askTwiceIfLost(oauth: OAuthClient, refreshToken: string): Promise<TokenSet> {
  try {
    return await oauth.refresh(refreshToken)
  } catch (error) {
    if (!isExternalError(error, 'unknown_outcome') || error.gaveUp) throw error
    return oauth.refresh(refreshToken)
  }
}

async function store(platform: Platform, row: LiveRow, vendor: Vendor, old: string, next: TokenSet) {
  const expiresAt = new Date(next.expiresAt)
  const values = {
    accessToken: sealToken(platform, row.userId, vendor, 'access', next.accessToken),
    refreshToken: sealToken(platform, row.userId, vendor, 'refresh', next.refreshToken),
    expiresAt,
    scope: next.scope || row.scope,
    at: instant(platform.clock),
  }
  let seen = row
  for (;;) {
    if (await rotateTokens(platform.db, seen, values)) return { access: next.accessToken, expiresAt }
    const now = await liveConnection(platform, row.userId, vendor)
    // A rotated encryption key seals the same token anew; anything else is a newer grant, and that one counts.
    if (now.refreshToken === seen.refreshToken || openToken(platform, now, vendor, 'refresh') !== old) {
      return { access: openToken(platform, now, vendor, 'access'), expiresAt: now.expiresAt }
    }
    seen = now
  }
}

/** The grant looks dead. Only when nobody has put a newer one there is it declared so. */
async function giveUp(platform: Platform, row: LiveRow, vendor: Vendor) {
  const problem = deadText(vendor)
  const at = instant(platform.clock)
  const declared = await platform.db.transaction(async (tx) => {
    if (!(await markDead(tx, row, problem, at))) return false
    const description = `Tilgangen til ${VENDOR_NAMES[vendor]} er utløpt eller trukket tilbake`
    await recordActivity(tx, {
      userId: row.userId,
      type: 'oauth',
      action: `${vendor}_reauth_required`,
      description,
      success: false,
      at,
    })
    return true
  })
  if (declared) platform.live.tell(row.userId, 'status', 'connections', 'activity')
  if (declared) throw deadGrant(vendor, problem)
  const now = await liveConnection(platform, row.userId, vendor)
  return { access: openToken(platform, now, vendor, 'access'), expiresAt: now.expiresAt }
}

function deadText(vendor: Vendor): string {
  const name = VENDOR_NAMES[vendor]
  // Whoever connects Fiken anew also says for which company (requireCompanySelection); before that nothing goes on.
  const act = vendor === 'fiken' ? 'på nytt og bekreft selskapet' : 'på nytt'
  return `Tilgangen til ${name} er utløpt eller trukket tilbake. Koble til ${name} ${act}; det som venter, fortsetter da av seg selv.`
}
