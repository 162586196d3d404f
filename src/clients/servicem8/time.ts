/**
 * This file converts ServiceM8's timestamps to UTC and back for any IANA time zone, and handles the
 * repeated and the skipped hour of the year. ServiceM8 writes `YYYY-MM-DD HH:MM:SS` in the
 * account's local time, without a time zone.
 */
export const DEFAULT_TIME_ZONE = 'Europe/Oslo'

const STAMP = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/
export const DAY_MS = 24 * 60 * 60 * 1000
const formats = new Map<string, Intl.DateTimeFormat>()

export function isTimeZone(name: string): boolean {
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

/** Returns true for "" and the zero date, which both mean that there is no date. */
export function isZeroStamp(stamp: string): boolean {
  return stamp.trim() === '' || stamp.startsWith('0000-00-00')
}

/**
 * Converts a local timestamp to an ISO string in UTC; null for an invalid date. A time in October's
 * repeated hour means the first occurrence (summer time); a time in March's skipped hour is read as
 * an hour later, as if the clock had not been put forward. A date without a time means midnight.
 */
export function instantOf(stamp: string, timeZone: string): string | null {
  const wall = wallClock(stamp)
  if (wall === null) return null
  const before = offsetAt(wall - DAY_MS, timeZone)
  const after = offsetAt(wall + DAY_MS, timeZone)
  const candidates = [wall - before, wall - after].filter(
    (instant) => instant + offsetAt(instant, timeZone) === wall,
  )
  const instant = candidates.length > 0 ? Math.min(...candidates) : wall - before
  return new Date(instant).toISOString()
}

/** Returns an instant as ServiceM8 writes it in the account's time zone. */
export function stampOf(instant: string | number | Date, timeZone: string): string {
  const at = new Date(instant).getTime()
  return new Date(at + offsetAt(at, timeZone)).toISOString().slice(0, 19).replace('T', ' ')
}

/**
 * Returns the edit_date to read from, given the newest edit_date seen: 61 minutes earlier. The
 * filter only supports "greater than", and clocks show earlier times again in October's repeated
 * hour, so the last hour is always read again; rows are stored idempotently.
 */
export function overlapped(editDate: string): string {
  const wall = wallClock(editDate)
  if (wall === null) return editDate
  return new Date(wall - 61 * 60 * 1000).toISOString().slice(0, 19).replace('T', ' ')
}

function wallClock(stamp: string): number | null {
  const match = STAMP.exec(stamp.trim())
  if (!match) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0))
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  const date = new Date(wall)
  const real =
    year >= 1900 &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    hour < 24 &&
    minute < 60 &&
    second < 60
  return real ? wall : null
}

/** Returns the time zone's offset from UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const whole = Math.floor(instant / 1000) * 1000
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const part of formatOf(timeZone).formatToParts(whole)) parts[part.type] = Number(part.value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - whole
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(timeZone, format)
  }
  return format
}
