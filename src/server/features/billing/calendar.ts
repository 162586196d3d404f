import { addMonths, monthOf, osloInstant, today } from '#shared/dates'

/** The hour of the 1st at which a month is billed, in Norway (specification part 2, §9). */
const BILLED_AT = 9

/** The most that two processes' clocks may differ; a clock that is further off was set wrong. */
export const CLOCKS_DIFFER_MS = 60 * 60_000

/** Returns the billing time of a month: the 1st at 09:00 in Norway. */
export const billingTime = (month: string): Date => osloInstant(`${month}-01`, BILLED_AT)

/** Returns the first billing time after `now`. */
export function nextBilling(now: Date): Date {
  const month = monthOf(today(now))
  const time = billingTime(month)
  return time > now ? time : billingTime(addMonths(month, 1))
}

/** Returns the current month, "2026-11"; null before its billing time. */
export function billableMonth(now: Date): string | null {
  const month = monthOf(today(now))
  return billingTime(month) <= now ? month : null
}

/**
 * Returns the moment to decide at: now, but not before the data was written. A process whose clock is
 * ahead may have written it: a subscription that began at 09:02 there must not be billed at 09:00
 * here, where it is 08:58.
 */
export function momentOf(now: Date, written: readonly (Date | null)[]): Date {
  const end = now.getTime() + CLOCKS_DIFFER_MS
  const near = written.filter((date) => date !== null && date.getTime() < end)
  return new Date(Math.max(...[now, ...near].map(Number)))
}
