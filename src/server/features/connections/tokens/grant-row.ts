import { VENDOR_NAMES } from '#shared/access/vendor-names'
import type { Vendor } from '#shared/contracts/connections'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { findConnection, type ConnectionRow } from '../store.ts'
import { deadText, refusedText } from '../grant-words.ts'

export type LiveRow = ConnectionRow & { accessToken: string }

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
  if (row?.status === 'reauth_required') throw deadGrant(vendor, row.problem)
  const isKept = row?.status === 'connected' || row?.status === 'refused'
  if (!row || !isKept || row.accessToken === null) throw notConnected(vendor)
  return { ...row, accessToken: row.accessToken }
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

export const tokenField = (vendor: Vendor, kind: 'access' | 'refresh') => `${vendor}.${kind}`

export function sealToken(
  platform: Platform,
  companyId: string,
  vendor: Vendor,
  kind: 'access' | 'refresh',
  token: string,
): string {
  return platform.vault.seal(token, { ownerId: companyId, field: tokenField(vendor, kind) })
}

export function openToken(
  platform: Platform,
  row: ConnectionRow,
  vendor: Vendor,
  kind: 'access' | 'refresh',
): string {
  const sealed = kind === 'access' ? row.accessToken : row.refreshToken
  return sealed === null
    ? ''
    : platform.vault.open(sealed, { ownerId: row.companyId, field: tokenField(vendor, kind) })
}
