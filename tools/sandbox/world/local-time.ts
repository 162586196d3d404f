/** Formatters by time zone: ServiceM8 writes local timestamps, and Fiken Norwegian dates. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterFor(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  formatters.set(zone, made)
  return made
}

export const ZERO_STAMP = '0000-00-00 00:00:00'
export const OSLO = 'Europe/Oslo'
export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** Formats an instant in the time zone, e.g. "2026-03-10 14:05:00". */
export function localStamp(instant: number, zone = OSLO): string {
  return formatterFor(zone).format(instant).replace(',', '')
}

export function localDate(instant: number, zone = OSLO): string {
  return localStamp(instant, zone).slice(0, 10)
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
}
