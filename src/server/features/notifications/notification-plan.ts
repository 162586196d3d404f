import { addDays, dateOf } from '#shared/dates'

/** Decides which notifications begin, end and are forgotten, and when. */

/**
 * The time a cause must last before it is mailed, and be gone before it counts as fixed: a failure
 * fixed at once costs no mail, failures in a row are counted together, and a second attempt that
 * fails again is the same failure.
 */
export const SETTLE_MS = 2 * 60_000
/**
 * A vendor's outage passes by itself, and we keep trying; it is mailed only when it has lasted a
 * day.
 */
const OUTAGES: string[] = ['fiken_down', 'servicem8_down']
const OUTAGE_NOTIFY_MS = 86_400_000

export const isOutage = (topic: string): boolean => OUTAGES.includes(topic)

export const notifyAfterMs = (topic: string): number =>
  isOutage(topic) ? OUTAGE_NOTIFY_MS : SETTLE_MS

/**
 * The first wait after the mail server refused a mail. It doubles each time, up to four attempts a
 * day.
 */
const FIRST_RETRY_MS = 60_000
const LAST_RETRY_MS = 6 * 3_600_000

export interface KnownNotification {
  topic: string
  goneAt: Date | null
}

export interface NotificationPlan {
  begin: string[]
  /** Causes that were gone, and stand again before they counted as fixed. */
  back: string[]
  gone: string[]
  /** Fixed causes: the next occurrence is mailed again. */
  forget: string[]
}

/**
 * @param standing the present causes
 * @param known the user's notifications of causes
 * @param retrying true when failed transfers are being tried again: their causes are not fixed
 * until these have ended
 */
export function planNotifications(
  standing: readonly string[],
  known: readonly KnownNotification[],
  { now, settleMs, retrying }: { now: Date; settleMs: number; retrying: boolean },
): NotificationPlan {
  const stands = new Set(standing)
  const notified = new Set(known.map(({ topic }) => topic))
  return {
    begin: [...stands].filter((topic) => !notified.has(topic)),
    back: known
      .filter(({ topic, goneAt }) => stands.has(topic) && goneAt)
      .map(({ topic }) => topic),
    gone: known
      .filter(({ topic, goneAt }) => !stands.has(topic) && !goneAt)
      .map(({ topic }) => topic),
    forget: known
      .filter(
        ({ topic, goneAt }) =>
          !stands.has(topic) && goneAt && !retrying && now.getTime() - goneAt.getTime() >= settleMs,
      )
      .map(({ topic }) => topic),
  }
}

/** Returns the milliseconds until a mail that was refused `attempts` times is tried again. */
export function mailRetryMs(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** Math.max(0, attempts - 1), LAST_RETRY_MS)
}

const WEEK = 'week:'

/** The topic of the summary that is sent on this Monday (yyyy-mm-dd). */
export const weekTopic = (monday: string): string => WEEK + monday

/** Returns the Monday of a week's topic, or null for another topic. */
export const mondayOf = (topic: string): string | null =>
  topic.startsWith(WEEK) ? topic.slice(WEEK.length) : null

/** The prefix of a topic about stopped bills, before their month (yyyy-mm). */
export const BILLS = 'bills:'

/** Returns the month of a topic about stopped bills, or null for another topic. */
export const billsMonthOf = (topic: string): string | null =>
  topic.startsWith(BILLS) ? topic.slice(BILLS.length) : null

export function mondayAt(now: Date): string {
  const date = dateOf(now)
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return addDays(date, -((weekday + 6) % 7))
}
