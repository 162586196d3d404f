import { VENDORS, type Vendor } from '#shared/contracts/connections'
import { text } from './text.ts'

/** The rules of approving a system in a popup (rule 20), as pure functions. */

export const SYSTEM_NAME: Record<Vendor, string> = { servicem8: 'ServiceM8', fiken: 'Fiken' }

const POPUP_SIZE: Record<Vendor, { width: number; height: number }> = {
  servicem8: { width: 1024, height: 800 },
  fiken: { width: 600, height: 700 },
}

export const MOBILE_DELAY_MS = 1500
export const CLOSED_CHECK_MS = 1000
/** The BroadcastChannel of oauth/complete.ts, also the popup's name. */
export const CHANNEL = 'fakturabro-oauth'
export const HEARD = 'heard'
/**
 * The session storage key of the consent's purpose: a phone returns to another page than the one it
 * left.
 */
export const PURPOSE = `${CHANNEL}-purpose`
/** The session storage key of the failure's reason, stored by oauth/complete.ts in this window. */
export const WHY = `${CHANNEL}-why`
const MOBILE_WIDTH = 768

export function isMobile(userAgent: string, width: number): boolean {
  return (
    width <= MOBILE_WIDTH ||
    /Android|webOS|iPhone|iPad|iPod|BlackBerry|IEMobile|Opera Mini/i.test(userAgent)
  )
}

/** Returns the features of a popup in the middle of the window that opens it. */
export function popupFeatures(
  vendor: Vendor,
  screen: { left: number; top: number; width: number; height: number },
): string {
  const { width, height } = POPUP_SIZE[vendor]
  const left = Math.max(0, Math.round(screen.left + (screen.width - width) / 2))
  const top = Math.max(0, Math.round(screen.top + (screen.height - height) / 2))
  return `popup,width=${width},height=${height},left=${left},top=${top}`
}

/** The purpose of a consent: the connection itself, or an addition to an existing one. */
export type Purpose = 'connection' | 'payments'

/**
 * Returns the toast for a given consent.
 * @param paymentsAllowed the outcome of a consent asked for because of payments; null when unknown
 */
export function successToast(
  vendor: Vendor | null,
  purpose: Purpose,
  paymentsAllowed: boolean | null,
): { title: string; description?: string } {
  const title = text.authOk(vendor ? SYSTEM_NAME[vendor] : 'Systemet')
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
  /** The reason for a failure, as far as the vendor states it. */
  error: string | null
}

/** Reads the popup's report; null for any other message. */
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
 * Reads the outcome after a redirect (phones): a code in the address is a success, an error a
 * failure. Null when there is neither. No text of the address is shown, since anybody can make up
 * an address.
 */
export function outcomeInAddress(
  search: URLSearchParams,
): { vendor: Vendor | null; ok: boolean } | null {
  const named = search.get('vendor')
  const vendor = VENDORS.find((known) => known === named) ?? null
  if (search.has('code')) return { vendor, ok: true }
  return search.has('auth_error') ? { vendor, ok: false } : null
}
