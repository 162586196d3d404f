import { VENDOR_NAMES } from '#shared/access/vendor-names'
import type { Vendor } from '#shared/contracts/connections'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { DEAD, findGrant, type GrantRow } from '../grant-store.ts'
import { deadText, refusedText } from '../grant-words.ts'
import { type ConnectionRow, findConnection } from '../store.ts'

export type LiveRow = ConnectionRow & { grant: GrantRow }

/**
 * Returns the connection unless its grant has ended. A grant that has been refused for hours is
 * still tried.
 * @throws HttpError 409 `authorize_…` when not connected, 401 `reauthorize_…` when the grant has
 * ended
 */
export async function liveConnection(
  platform: Platform,
  companyId: string,
  vendor: Vendor,
): Promise<LiveRow> {
  const row = await findConnection(platform.db, companyId, vendor)
  if (row?.status === DEAD) throw deadGrant(vendor, row.problem)
  if (!row?.grant) throw notConnected(vendor)
  return { ...row, grant: row.grant }
}

/**
 * Returns the grant as it is stored now, unless it has ended.
 * @throws HttpError 409 `authorize_…` when no company uses it any more, 401 `reauthorize_…` when it
 * has ended
 */
export async function liveGrant(
  { db }: Platform,
  { id, vendor }: Pick<GrantRow, 'id' | 'vendor'>,
): Promise<GrantRow> {
  const row = await findGrant(db, id)
  if (!row) throw notConnected(vendor)
  if (row.status === DEAD) throw deadGrant(vendor, null)
  return row
}

export function notConnected(vendor: Vendor): HttpError {
  const name = VENDOR_NAMES[vendor]
  return new HttpError(
    409,
    `authorize_${vendor}`,
    `${name} er ikke tilkoblet. Koble til ${name} under Konfigurasjoner.`,
  )
}

export function deadGrant(vendor: Vendor, problem: string | null): HttpError {
  return new HttpError(401, `reauthorize_${vendor}`, problem ?? deadText(vendor))
}

export function refusedGrant(vendor: Vendor): HttpError {
  return new HttpError(401, `reauthorize_${vendor}`, refusedText(vendor))
}

type TokenKind = 'access' | 'refresh'

export const tokenField = (vendor: Vendor, kind: TokenKind) => `${vendor}.${kind}`

/** Seals a token for its grant. */
export function sealToken(
  platform: Platform,
  { id: ownerId, vendor }: Pick<GrantRow, 'id' | 'vendor'>,
  kind: TokenKind,
  token: string,
): string {
  return platform.vault.seal(token, { ownerId, field: tokenField(vendor, kind) })
}

export function openToken(
  platform: Platform,
  { vendor, sealedFor, accessToken, refreshToken }: GrantRow,
  kind: TokenKind,
): string {
  const sealed = kind === 'access' ? accessToken : refreshToken
  return sealed === null
    ? ''
    : platform.vault.open(sealed, { ownerId: sealedFor, field: tokenField(vendor, kind) })
}
