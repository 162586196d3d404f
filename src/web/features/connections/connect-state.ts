import { VENDORS, type Vendor } from '#shared/contracts/connections'
import { text } from './text.ts'

/** Approving a system in a popup, as pure rules (rule 20). */

export const SYSTEM_NAME: Record<Vendor, string> = { servicem8: 'ServiceM8', fiken: 'Fiken' }

const POPUP_SIZE: Record<Vendor, { width: number; height: number }> = {
  servicem8: { width: 1024, height: 800 },
  fiken: { width: 600, height: 700 },
}

export const MOBILE_DELAY_MS = 1500
export const CLOSED_CHECK_MS = 1000
/** The BroadcastChannel (and the popup's name) of oauth/complete.ts. */
export const CHANNEL = 'fakturabro-oauth'
export const HEARD = 'heard'
/**
 * What the consent is for, in the session storage: a phone comes back to another page than the one
 * it left.
 */
export const PURPOSE = `${CHANNEL}-purpose`
/** Why it failed, as oauth/complete.ts has said it in this window. */
export const WHY = `${CHANNEL}-why`
const MOBILE_WIDTH = 768

export function isMobile(userAgent: string, width: number): boolean {
  return (
    width <= MOBILE_WIDTH ||
    /Android|webOS|iPhone|iPad|iPod|BlackBerry|IEMobile|Opera Mini/i.test(userAgent)
  )
}

/** The popup in the middle of the window it was opened from. */
export function popupFeatures(
  vendor: Vendor,
  screen: { left: number; top: number; width: number; height: number },
): string {
  const { width, height } = POPUP_SIZE[vendor]
  const left = Math.max(0, Math.round(screen.left + (screen.width - width) / 2))
  const top = Math.max(0, Math.round(screen.top + (screen.height - height) / 2))
  return `popup,width=${width},height=${height},left=${left},top=${top}`
}

/**
 * What a consent was asked for: the connection itself, or for what is added to one that is there.
 */
export type Purpose = 'connection' | 'payments'

/**
 * The toast when a system has agreed. `paymentsAllowed`: the outcome of a consent that was asked
 * for because of payments; null = not known.
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
  /** Why not, as far as the vendor says. */
  error: string | null
}

/** Reads what the popup reports; anything else that arrives as a message is not ours. */
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
 * Coming back with a code in the address is a success (phones); with an error, a failure. Null when
 * neither. No text of the address is shown: anybody can make up an address.
 */
export function outcomeInAddress(
  search: URLSearchParams,
): { vendor: Vendor | null; ok: boolean } | null {
  const named = search.get('vendor')
  const vendor = VENDORS.find((known) => known === named) ?? null
  if (search.has('code')) return { vendor, ok: true }
  return search.has('auth_error') ? { vendor, ok: false } : null
}
