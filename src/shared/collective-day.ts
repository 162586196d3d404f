import { formatDayOfYear } from './dates.ts'

/**
 * Returns the day on which the waiting jobs' collective draft is created, as the end of a Norwegian
 * sentence: "1. desember", "i dag". If that day passes while the integration is off, the draft is
 * created once the integration is on (decision 0054).
 * @param nextOn the next day, yyyy-mm-dd in Norway, like `today`
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
