import { formatDayOfYear } from './dates.ts'

/**
 * Returns the day on which the collective draft of waiting jobs is made, as the end of a sentence:
 * "1. desember", "i dag". A day that comes while the integration is off waits until it is on
 * (decision 0054).
 * @param nextOn the next day, yyyy-mm-dd; `today` likewise, both in Norway
 */
export function collectiveDay(
  nextOn: string,
  { today, isActive }: { today: string; isActive: boolean },
): string {
  if (nextOn > today) {
    const day = formatDayOfYear(nextOn)
    return isActive ? day : `tidligst ${day}`
  }
  return isActive ? 'i dag' : 'når integrasjonen er slått på'
}
