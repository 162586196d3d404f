import { addDays, dateOf } from '#shared/dates'

/** Pure: which notices begin, end and are forgotten, and when. */

/**
 * How long a cause must stand before it is told, and be away before it counts as mended: what a person mends at once costs no mail, what
 * fails in a row is counted together, and a second try that fails again is the same failure.
 */
export const SETTLE_MS = 2 * 60_000
/** A vendor that is down mends itself, and we try all the while: that is only told when it has stood for a day. */
export const OUTAGES: string[] = ['fiken_down', 'servicem8_down']
const OUTAGE_TOLD_MS = 86_400_000

export const isOutage = (topic: string): boolean => OUTAGES.includes(topic)

/** How long a cause must stand before it is told. */
export const toldAfterMs = (topic: string): number => (isOutage(topic) ? OUTAGE_TOLD_MS : SETTLE_MS)

/** A mail server that refuses is asked again after one minute, then twice as long each time, and at least four times a day. */
const FIRST_RETRY_MS = 60_000
const LAST_RETRY_MS = 6 * 3_600_000

export interface KnownNotice {
  topic: string
  goneAt: Date | null
}

export interface NoticePlan {
  begin: string[]
  /** Were gone, and are here again before they counted as mended. */
  back: string[]
  gone: string[]
  /** Mended: the next time is news again. */
  forget: string[]
}

/**
 * @param standing the causes that stand now
 * @param known the user's notices of causes
 * @param retrying transfers that failed before are on the road again: their causes are not mended until these have ended
 */
export function planNotices(
  standing: readonly string[],
  known: readonly KnownNotice[],
  { now, settleMs, retrying }: { now: Date; settleMs: number; retrying: boolean },
): NoticePlan {
  const stands = new Set(standing)
  const told = new Set(known.map(({ topic }) => topic))
  return {
    begin: [...stands].filter((topic) => !told.has(topic)),
    back: known.filter(({ topic, goneAt }) => stands.has(topic) && goneAt).map(({ topic }) => topic),
    gone: known.filter(({ topic, goneAt }) => !stands.has(topic) && !goneAt).map(({ topic }) => topic),
    forget: known
      .filter(({ topic, goneAt }) => !stands.has(topic) && goneAt && !retrying && now.getTime() - goneAt.getTime() >= settleMs)
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
export const mondayOf = (topic: string): string | null => (topic.startsWith(WEEK) ? topic.slice(WEEK.length) : null)

/** The Monday of the Norwegian week in which an instant lies. */
export function mondayAt(now: Date): string {
  const date = dateOf(now)
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return addDays(date, -((weekday + 6) % 7))
}
