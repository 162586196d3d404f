/**
 * A point in time. Calendar dates and clock times are Norwegian (Europe/Oslo), whatever time zone
 * the machine uses. A calendar date is a string `yyyy-mm-dd`, a month `yyyy-mm`; an instant is a
 * Date or an ISO 8601 string in UTC. `now` is always a parameter. Dates are formatted from their
 * parts, because Intl's own nb-NO formats differ between ICU versions.
 */
export type Instant = Date | string

const ZONE = 'Europe/Oslo'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MONTHS = [
  'januar',
  'februar',
  'mars',
  'april',
  'mai',
  'juni',
  'juli',
  'august',
  'september',
  'oktober',
  'november',
  'desember',
] as const

/** The first year of the summer time rule: Norway has followed the European Union since 1996. */
const RULE_SINCE = Date.UTC(1996, 0)
const RULE_UNTIL = Date.UTC(9999, 11, 31)

// The formatter is cached, because creating one takes a hundred times as long as using it.
let formatter: Intl.DateTimeFormat | undefined
const osloParts = () =>
  (formatter ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: ZONE,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }))

interface Clock {
  date: string
  hour: number
  minute: number
  second: number
}

/**
 * Returns the Norwegian clock time, calculated from the summer time rule (directive 2000/84/EC)
 * instead of the runtime's time zone data, which takes a phone longer to load than a whole list
 * takes to render. A test checks that the two agree.
 */
function inOslo(instant: Instant): Clock {
  const at = asDate(instant).getTime()
  if (at < RULE_SINCE || at >= RULE_UNTIL) return inOsloByZoneData(at)
  const wall = new Date(at + (isSummerTime(at) ? 2 : 1) * HOUR)
  return {
    date: wall.toISOString().slice(0, 10),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
  }
}

function isSummerTime(at: number): boolean {
  const year = new Date(at).getUTCFullYear()
  return at >= changeOfClock(year, 2) && at < changeOfClock(year, 9)
}

/** Returns 01:00 UTC on the last Sunday of March or October, when clocks change (months from 0). */
function changeOfClock(year: number, month: 2 | 9): number {
  const last = Date.UTC(year, month, 31, 1)
  return last - new Date(last).getUTCDay() * DAY
}

function inOsloByZoneData(at: number): Clock {
  const parts: Record<string, string> = {}
  for (const { type, value } of osloParts().formatToParts(at)) parts[type] = value
  return {
    date: `${(parts['year'] ?? '').padStart(4, '0')}-${parts['month']}-${parts['day']}`,
    hour: Number(parts['hour']),
    minute: Number(parts['minute']),
    second: Number(parts['second']),
  }
}

export function today(now: Date): string {
  return inOslo(now).date
}

/**
 * Returns the Norwegian calendar date of an instant.
 * @throws RangeError if the string is not an instant
 */
export function dateOf(instant: Instant): string {
  return inOslo(instant).date
}

/** Returns a date such as `21.11.2026`, from a calendar date or an instant. */
export function formatDate(value: Instant): string {
  const date = typeof value === 'string' && isDate(value) ? value : dateOf(value)
  const [year, month, day] = date.split('-')
  return `${day}.${month}.${year}`
}

/** Returns a time such as `14:32`. */
export function formatTime(instant: Instant): string {
  const { hour, minute } = inOslo(instant)
  return `${two(hour)}:${two(minute)}`
}

/** Returns a time for running text, such as `kl. 14.32`. */
export function formatClock(instant: Instant): string {
  return `kl. ${formatTime(instant).replace(':', '.')}`
}

/** Returns a date and time such as `21.11.2026 kl. 14.32`. */
export function formatDateTime(instant: Instant): string {
  return `${formatDate(dateOf(instant))} ${formatClock(instant)}`
}

/** Returns a date and time with seconds, such as `21.11.2026 kl. 14.32.05`. */
export function formatMoment(instant: Instant): string {
  return `${formatDateTime(instant)}.${two(inOslo(instant).second)}`
}

/** Returns a date and time such as "i dag kl. 14.05", "i går kl. 09.00", "12.11.2026 kl. 14.05". */
export function whenText(instant: Instant, now: Date): string {
  const day = dateOf(instant)
  const yesterday = dateOf(new Date(now.getTime() - DAY))
  const words = day === today(now) ? 'i dag' : day === yesterday ? 'i går' : formatDate(day)
  return `${words} ${formatClock(instant)}`
}

/** Returns a text about the last synchronisation; a time just ahead counts as "just now". */
export function lastSyncText(lastSync: Instant | null | undefined, now: Date): string {
  if (lastSync === null || lastSync === undefined || lastSync === '') return 'Aldri synkronisert'
  const age = now.getTime() - asDate(lastSync).getTime()
  if (age < MINUTE) return 'Akkurat nå'
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min siden`
  if (age < DAY) return `${Math.floor(age / HOUR)} timer siden`
  return formatDate(dateOf(lastSync))
}

export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

export function isMonth(text: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text)
}

export function addDays(date: string, days: number): string {
  return new Date(midnightUtc(date) + days * DAY).toISOString().slice(0, 10)
}

/** Returns the number of days from one date to another; negative if `to` comes first. */
export function daysBetween(from: string, to: string): number {
  return Math.round((midnightUtc(to) - midnightUtc(from)) / DAY)
}

export function monthOf(date: string): string {
  return date.slice(0, 7)
}

export function monthRange(month: string): { first: string; last: string } {
  const first = `${month}-01`
  return { first, last: addDays(`${addMonths(month, 1)}-01`, -1) }
}

/** Returns the month that many months later: "2026-11" + 2 → "2027-01". */
export function addMonths(month: string, count: number): string {
  const [year = 0, monthNumber = 1] = month.split('-').map(Number)
  const index = year * 12 + (monthNumber - 1) + count
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${two((((index % 12) + 12) % 12) + 1)}`
}

/** Returns a month such as "november 2026". */
export function formatMonth(month: string): string {
  const [year, number] = month.split('-')
  return `${MONTHS[Number(number) - 1] ?? month} ${year}`
}

/** Returns a calendar date such as "3. november 2026". */
export function formatLongDate(date: string): string {
  return `${formatDayOfYear(date)} ${date.slice(0, 4)}`
}

/** Returns a calendar date without its year, such as "3. november". */
export function formatDayOfYear(date: string): string {
  return `${Number(date.slice(8))}. ${MONTHS[Number(date.slice(5, 7)) - 1] ?? ''}`
}

/**
 * Returns the instant of a Norwegian clock time. A time that is skipped in spring (such as 02:30 on
 * the day the clock goes forward) counts as one hour later; if a time occurs twice in autumn, the
 * first occurrence is used.
 */
export function osloInstant(date: string, hour = 0, minute = 0): Date {
  const wall = midnightUtc(date) + hour * HOUR + minute * MINUTE
  const candidates = [2, 1].map((offset) => new Date(wall - offset * HOUR))
  return candidates.find((candidate) => wallClock(candidate) === wall) ?? new Date(wall - HOUR)
}

function wallClock(instant: Date): number {
  const { date, hour, minute, second } = inOslo(instant)
  return midnightUtc(date) + hour * HOUR + minute * MINUTE + second * 1000
}

function midnightUtc(date: string): number {
  const at = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(at)) throw new RangeError(`Not a date: ${JSON.stringify(date)}`)
  return at
}

function asDate(instant: Instant): Date {
  const date = typeof instant === 'string' ? new Date(instant) : instant
  if (Number.isNaN(date.getTime()))
    throw new RangeError(`Not an instant: ${JSON.stringify(instant)}`)
  return date
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
