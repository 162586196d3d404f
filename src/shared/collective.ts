import { addDays, addMonths, monthOf, monthRange } from './dates.ts'

/**
 * "Samlefaktura": the jobs of a customer wait, and one draft takes them all. When that is, as a person
 * has chosen for the customer.
 */
export type CollectiveTime =
  /** On this day of each month, 1 to 31; on the last one where the month is shorter. */
  | { every: 'month'; day: number }
  /** On this day of each week: 1 is Monday, 7 is Sunday. */
  | { every: 'week'; weekday: number }
  /** Whenever a person says so. */
  | { every: 'hand' }

/**
 * The first day after `date` on which a draft is made; null when only a person makes one. Both are
 * calendar dates in Norway, yyyy-mm-dd.
 */
export function nextCollectiveDay(time: CollectiveTime, date: string): string | null {
  switch (time.every) {
    case 'hand':
      return null
    case 'week': {
      const ahead = (time.weekday - weekdayOf(date) + 6) % 7
      return addDays(date, ahead + 1)
    }
    case 'month': {
      const month = monthOf(date)
      const day = dayIn(month, time.day)
      return day > date ? day : dayIn(addMonths(month, 1), time.day)
    }
  }
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7
}

function dayIn(month: string, day: number): string {
  const last = Number(monthRange(month).last.slice(-2))
  return `${month}-${String(Math.min(day, last)).padStart(2, '0')}`
}
