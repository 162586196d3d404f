import { VENDOR_NAMES } from '#shared/access/vendor-names'
import { VENDORS, type Vendor } from '#shared/contracts/connections'
import { text } from './text.ts'

/** Pure functions for connecting a system through a popup (rule 20). */

const POPUP_SIZE: Record<Vendor, { width: number; height: number }> = {
  servicem8: { width: 1024, height: 800 },
  fiken: { width: 600, height: 700 },
}

export const MOBILE_DELAY_MS = 1500
export const CLOSED_CHECK_MS = 1000
/** The name of the popup and of the BroadcastChannel in oauth/complete.ts. */
export const CHANNEL = 'fakturabro-oauth'
export const HEARD = 'heard'
/** Session storage key for a consent's purpose, because phones return to a newly loaded page. */
export const PURPOSE = `${CHANNEL}-purpose`
export const WHY = `${CHANNEL}-why`
const MOBILE_WIDTH = 768

export function isMobile(userAgent: string, width: number): boolean {
  return (
    width <= MOBILE_WIDTH ||
    /Android|webOS|iPhone|iPad|iPod|BlackBerry|IEMobile|Opera Mini/i.test(userAgent)
  )
}

export function popupFeatures(
  vendor: Vendor,
  screen: { left: number; top: number; width: number; height: number },
): string {
  const { width, height } = POPUP_SIZE[vendor]
  const left = Math.max(0, Math.round(screen.left + (screen.width - width) / 2))
  const top = Math.max(0, Math.round(screen.top + (screen.height - height) / 2))
  return `popup,width=${width},height=${height},left=${left},top=${top}`
}

export type Purpose = 'connection' | 'payments'

/**
 * Returns the toast after a consent.
 * @param paymentsAllowed true if ServiceM8 permits recording payments; null when unknown
 */
export function successToast(
  vendor: Vendor | null,
  purpose: Purpose,
  paymentsAllowed: boolean | null,
): { title: string; description?: string } {
  const title = text.authOk(vendor ? VENDOR_NAMES[vendor] : 'Systemet')
  if (vendor === 'servicem8' && purpose === 'payments') {
    if (paymentsAllowed === null) return { title }
    const [agreed, why] = text.authOkPayments
    return paymentsAllowed
      ? { title: agreed, description: why }
      : { title, description: text.authWithoutPayments }
  }
  return vendor
    ? { title, description: vendor === 'servicem8' ? text.authOkServicem8 : text.authOkFiken }
    : { title }
}

export interface ConsentOutcome {
  vendor: Vendor
  ok: boolean
  /** The reason for a failed consent, if the vendor gave one. */
  error: string | null
}

export function outcomeIn(data: unknown): ConsentOutcome | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null
  const { type } = data
  for (const vendor of VENDORS) {
    if (type === `${vendor}_auth_success`) return { vendor, ok: true, error: null }
    if (type === `${vendor}_auth_error`) {
      return {
        vendor,
        ok: false,
        error: 'error' in data && typeof data.error === 'string' ? data.error : null,
      }
    }
  }
  return null
}

/**
 * Returns true for an outcome of the company that this tab shows, because the report reaches the
 * tabs of other companies too.
 */
export const isOfCompany = (data: unknown, company: string | null): boolean =>
  typeof data !== 'object' || data === null || !('company' in data) || data.company === company

/**
 * Reads a consent's outcome from the URL after a phone's redirect; returns null if there is none.
 * Text from the URL is never shown, because anyone can craft a URL.
 */
export function outcomeInAddress(
  search: URLSearchParams,
): { vendor: Vendor | null; ok: boolean } | null {
  const named = search.get('vendor')
  const vendor = VENDORS.find((known) => known === named) ?? null
  if (search.has('code')) return { vendor, ok: true }
  return search.has('auth_error') ? { vendor, ok: false } : null
}
