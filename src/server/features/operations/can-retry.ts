import { causeOf, isCauseCode, type CauseCode } from '#shared/causes/index'

/**
 * Vendors' refusals that a new version of ours may have mended: the next attempt shows it, and sends
 * nothing twice.
 */
const MAY_BE_OURS: readonly CauseCode[] = [
  'unknown',
  'draft_refused',
  'invoice_refused',
  'contact_refused',
]

/**
 * May trying again help without anybody changing anything? What the owner of the job must change,
 * confirm or connect first would only stop once more.
 */
export function canRetry(code: CauseCode): boolean {
  return !isCauseCode(code) || causeOf(code).kind === 'passing' || MAY_BE_OURS.includes(code)
}
