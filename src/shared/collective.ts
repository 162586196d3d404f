import { addDays, addMonths, monthOf, monthRange } from './dates.ts'

/** The time at which a customer's collective draft ("Samlefaktura") is created. */
export type CollectiveTime =
  /** The day of the month, 1 to 31; in shorter months, the last day. */
  | { every: 'month'; day: number }
  /** The day of the week: 1 is Monday, 7 is Sunday. */
  | { every: 'week'; weekday: number }
  | { every: 'hand' }

/**
 * Returns the first day after `date` on which a collective draft is created; null if only the user
 * creates drafts. Both dates are calendar dates in Norway, yyyy-mm-dd.
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

/** Returns the day of the week, from 1 for Monday to 7 for Sunday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7
}

function dayIn(month: string, day: number): string {
  const last = Number(monthRange(month).last.slice(-2))
  return `${month}-${String(Math.min(day, last)).padStart(2, '0')}`
}
