import { Stop } from './stop.ts'

/** What the user has said, as far as it decides whether a transfer may go on. */
export interface Wishes {
  fikenCompanySlug: string | null
  requiresCompanySelection: boolean
  isActive: boolean
  /** An administrator may have locked the account. */
  userIsActive: boolean
}

/**
 * Why a run must not go on, as the row's new state; null when it may. A run that began under other settings stops here: switched off
 * meanwhile, another company chosen, or none.
 *
 * @param slug the company that the run works for; null = whichever is chosen
 */
export function notWanted(wishes: Wishes, row: { askedWhileOff: boolean }, slug: string | null): Stop | null {
  // The lane does not take rows of a locked user; unlocked again, they go on by themselves.
  if (!wishes.userIsActive) return new Stop('Brukeren er sperret; jobben venter', { status: 'queued' }, false)
  if (!wishes.isActive && !row.askedWhileOff) {
    return new Stop('Integrasjonen er slått av; jobben venter', { status: 'pending', pendingReason: 'inactive' }, false)
  }
  if (!wishes.fikenCompanySlug || wishes.requiresCompanySelection) {
    return new Stop('Velg selskap i Fiken', { status: 'pending', pendingReason: 'company' }, false)
  }
  // What may lie in the former company is looked for there when the next run begins.
  if (slug !== null && slug !== wishes.fikenCompanySlug) {
    return new Stop('Et annet selskap er valgt; jobben bygges på nytt for det', { status: 'queued', nextAttemptAt: null }, false)
  }
  return null
}
