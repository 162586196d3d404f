import { CAUSES, type CauseCode } from '#shared/causes/index'

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
export function canRetry(code: string): boolean {
  if (!Object.hasOwn(CAUSES, code)) return true
  const known = code as CauseCode
  return CAUSES[known].kind === 'passing' || MAY_BE_OURS.includes(known)
}
