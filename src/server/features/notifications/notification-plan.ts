import { addDays, dateOf } from '#shared/dates'

/**
 * The minimum time in milliseconds that a cause must be active before it is mailed, and absent
 * before it counts as fixed. A failure fixed at once is thus not mailed, failures in quick
 * succession share one mail, and a retry that fails again is not mailed again.
 */
export const SETTLE_MS = 2 * 60_000
/**
 * The causes that are outages of a vendor. They end without the user's action, and requests are
 * retried automatically, so an outage is mailed only after a day.
 */
const OUTAGES: string[] = ['fiken_down', 'servicem8_down']
const OUTAGE_NOTIFY_MS = 86_400_000

export const isOutage = (topic: string): boolean => OUTAGES.includes(topic)

export const notifyAfterMs = (topic: string): number =>
  isOutage(topic) ? OUTAGE_NOTIFY_MS : SETTLE_MS

/**
 * The interval in milliseconds before the first retry after the mail server has refused a mail. The
 * interval doubles with each retry, up to six hours.
 */
const FIRST_RETRY_MS = 60_000
const LAST_RETRY_MS = 6 * 3_600_000

export interface KnownNotification {
  topic: string
  goneAt: Date | null
}

export interface NotificationPlan {
  begin: string[]
  /** The causes that were absent, but became active again before they counted as fixed. */
  back: string[]
  gone: string[]
  /** The fixed causes, whose notifications are deleted so that the causes can be mailed again. */
  forget: string[]
}

/**
 * Returns the changes that make the company's notifications match the active causes.
 * @param standing the active causes
 * @param known the company's existing notifications about causes
 * @param retrying true while failed transfers are being retried; their causes do not count as fixed
 * until the retries have ended
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

export function mailRetryMs(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** Math.max(0, attempts - 1), LAST_RETRY_MS)
}

const WEEK = 'week:'

export const weekTopic = (monday: string): string => WEEK + monday

export const mondayOf = (topic: string): string | null =>
  topic.startsWith(WEEK) ? topic.slice(WEEK.length) : null

export const BILLS = 'bills:'

export const billsMonthOf = (topic: string): string | null =>
  topic.startsWith(BILLS) ? topic.slice(BILLS.length) : null

export function mondayAt(now: Date): string {
  const date = dateOf(now)
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return addDays(date, -((weekday + 6) % 7))
}
