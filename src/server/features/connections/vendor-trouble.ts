import { isExternalError } from '#clients/http/external-error'
import type { CauseCode } from '#shared/causes/index'
import type { Vendor } from '#shared/contracts/connections'
import { HttpError } from '../../platform/http-error.ts'
import { LimiterBusy, LimiterClosed } from '../../platform/limiter/vendor-limiter.ts'

/**
 * Returns true for a failure at a vendor. Background work handles such failures without throwing,
 * because no user waits for the result.
 */
export function isVendorTrouble(error: unknown): boolean {
  return (
    isExternalError(error) ||
    error instanceof HttpError ||
    error instanceof LimiterBusy ||
    error instanceof LimiterClosed
  )
}

export function isPassing(error: unknown): boolean {
  return (
    isExternalError(error, 'unavailable', 'cancelled') ||
    isPassingRefusal(error) ||
    error instanceof LimiterBusy ||
    error instanceof LimiterClosed
  )
}

/**
 * Returns true for a refusal that ends without the user's action, e.g. 503 because the operator has
 * not configured the vendor.
 */
export function isPassingRefusal(error: unknown): boolean {
  return error instanceof HttpError && (error.status === 429 || error.status >= 500)
}

const GRANT_REFUSALS: Partial<Record<string, Vendor>> = {
  authorize_servicem8: 'servicem8',
  reauthorize_servicem8: 'servicem8',
  authorize_fiken: 'fiken',
  reauthorize_fiken: 'fiken',
}

/**
 * Returns the vendor that the user must connect or reconnect before the work can succeed; null for
 * all other failures.
 */
export function grantNeeded(error: unknown): Vendor | null {
  if (error instanceof HttpError) return GRANT_REFUSALS[error.code] ?? null
  if (!isExternalError(error, 'reauth_required')) return null
  return error.vendor === 'brreg' ? null : error.vendor
}

/**
 * Returns the cause of a failure if only the user can fix it. Returns null for outages, which end
 * without the user's action, and for a grant that has ended, which the connection itself shows.
 */
export function causeForPerson(error: unknown): CauseCode | null {
  if (!isExternalError(error)) return null
  const isFiken = error.vendor === 'fiken'
  if (error.kind === 'forbidden')
    return isFiken ? 'fiken_api_module_off' : 'servicem8_scope_missing'
  if (error.kind === 'payment_required')
    return isFiken ? 'fiken_api_module_off' : 'servicem8_account_closed'
  return error.kind === 'not_found' && isFiken ? 'fiken_no_permission' : null
}
