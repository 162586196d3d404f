import { addDays, dateOf } from '#shared/dates'

/** Pure: which notifications begin, end and are forgotten, and when. */

/**
 * How long a cause must last before it is mailed, and be gone before it counts as fixed: what a
 * person fixes immediately costs no mail, what fails in a row is counted together, and a second try
 * that fails again is the same failure.
 */
export const SETTLE_MS = 2 * 60_000
/**
 * A vendor that is down recovers on its own, and we keep trying: that is only mailed when it has
 * lasted a day.
 */
const OUTAGES: string[] = ['fiken_down', 'servicem8_down']
const OUTAGE_NOTIFY_MS = 86_400_000

export const isOutage = (topic: string): boolean => OUTAGES.includes(topic)

/** How long a cause must last before it is mailed. */
export const notifyAfterMs = (topic: string): number =>
  isOutage(topic) ? OUTAGE_NOTIFY_MS : SETTLE_MS

/**
 * A mail server that refuses is asked again after one minute, then twice as long each time, and at
 * least four times a day.
 */
const FIRST_RETRY_MS = 60_000
const LAST_RETRY_MS = 6 * 3_600_000

export interface KnownNotification {
  topic: string
  goneAt: Date | null
}

export interface NotificationPlan {
  begin: string[]
  /** Were gone, and are here again before they counted as fixed. */
  back: string[]
  gone: string[]
  /** Fixed: the next time is news again. */
  forget: string[]
}

/**
 * @param standing the causes that stand now
 * @param known the user's notifications of causes
 * @param retrying transfers that failed before are in the pipeline again: their causes are not
 *   fixed until these have ended
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

/** Milliseconds until a mail that was refused `attempts` times is tried again. */
export function mailRetryMs(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** Math.max(0, attempts - 1), LAST_RETRY_MS)
}

const WEEK = 'week:'

/** The topic of the summary that goes out on this Monday (yyyy-mm-dd). */
export const weekTopic = (monday: string): string => WEEK + monday

/** The Monday of a week's topic, or null when the topic is a cause. */
export const mondayOf = (topic: string): string | null =>
  topic.startsWith(WEEK) ? topic.slice(WEEK.length) : null

/** Before the month (yyyy-mm) in the topic of that month's bills that have stopped. */
export const BILLS = 'bills:'

/** The month of a topic of stopped bills, or null when the topic is something else. */
export const billsMonthOf = (topic: string): string | null =>
  topic.startsWith(BILLS) ? topic.slice(BILLS.length) : null

/** The Monday of the Norwegian week in which an instant lies. */
export function mondayAt(now: Date): string {
  const date = dateOf(now)
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return addDays(date, -((weekday + 6) % 7))
}
