import { addMonths, monthOf, osloInstant, today } from '#shared/dates'

/**
 * The hour, in Norwegian time, at which a month is billed on the 1st (specification part 2, §9).
 */
const BILLED_AT = 9

/**
 * The maximum difference between two processes' clocks; a clock that differs by more is assumed to
 * have been set wrong.
 */
export const CLOCKS_DIFFER_MS = 60 * 60_000

/** Returns a month's billing time: the 1st at 09:00 in Norway. */
export const billingTime = (month: string): Date => osloInstant(`${month}-01`, BILLED_AT)

export function nextBilling(now: Date): Date {
  const month = monthOf(today(now))
  const time = billingTime(month)
  return time > now ? time : billingTime(addMonths(month, 1))
}

/**
 * Returns the current month, such as "2026-11", if the month's billing time has passed; otherwise
 * null.
 */
export function billableMonth(now: Date): string | null {
  const month = monthOf(today(now))
  return billingTime(month) <= now ? month : null
}

/**
 * Returns the time on which a decision is based: `now`, or the time when the data was written if
 * that is later. The clock of another process can be ahead: a subscription that began at 09:02 by
 * that clock must not be billed at 09:00 here, where the time is 08:58.
 */
export function momentOf(now: Date, written: readonly (Date | null)[]): Date {
  const end = now.getTime() + CLOCKS_DIFFER_MS
  const near = written.filter((date) => date !== null && date.getTime() < end)
  return new Date(Math.max(...[now, ...near].map(Number)))
}
