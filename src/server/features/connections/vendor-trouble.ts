import { isExternalError } from '#clients/http/external-error'
import type { CauseCode } from '#shared/causes'
import { Refusal } from '../../platform/refusal.ts'
import { GateBusy, GateClosed } from '../../platform/vendor-gate.ts'

/** What stops work in the background that nobody waits for: a vendor's trouble is never thrown there, and is sorted here. */
export function isVendorTrouble(error: unknown): boolean {
  return isExternalError(error) || error instanceof Refusal || error instanceof GateBusy || error instanceof GateClosed
}

/** Worth another try soon. */
export function isPassing(error: unknown): boolean {
  return isExternalError(error, 'unavailable', 'cancelled') || error instanceof GateBusy || error instanceof GateClosed
}

/** What only a person can mend; null for outages, which pass, and for a dead grant, which the connection itself tells of. */
export function causeForPerson(error: unknown): CauseCode | null {
  if (!isExternalError(error)) return null
  const isFiken = error.vendor === 'fiken'
  if (error.kind === 'forbidden') return isFiken ? 'fiken_api_module_off' : 'servicem8_scope_missing'
  if (error.kind === 'payment_required') return isFiken ? 'fiken_api_module_off' : 'servicem8_account_closed'
  return error.kind === 'not_found' && isFiken ? 'fiken_no_permission' : null
}
