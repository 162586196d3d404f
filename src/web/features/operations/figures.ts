const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const decimal = (value: number) => value.toLocaleString('nb-NO', { maximumFractionDigits: 1 })

// Kept on one line: a number alone at the end of it says nothing.
const SPACE = '\u00a0'

/** How long something has lasted, as coarse as one would say it: "4 min", "2 t 5 min", "3 dager". */
export function durationText(ms: number): string {
  if (ms < MINUTE) return `under 1${SPACE}min`
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)}${SPACE}min`
  if (ms >= DAY) {
    const days = Math.floor(ms / DAY)
    return days === 1 ? `1${SPACE}dag` : `${days}${SPACE}dager`
  }
  const minutes = Math.floor((ms % HOUR) / MINUTE)
  return `${Math.floor(ms / HOUR)}${SPACE}t${minutes === 0 ? '' : `${SPACE}${minutes}${SPACE}min`}`
}

/** How long ago an instant was, by the clock of whoever says when it was read. */
export function ageMs(at: string, readAt: string): number {
  return Math.max(0, Date.parse(readAt) - Date.parse(at))
}

/** "8,4 s" below a minute, as it is measured; else as a duration. */
export function secondsText(seconds: number): string {
  return seconds < 60 ? `${decimal(seconds)}${SPACE}s` : durationText(seconds * 1000)
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

/** A size as the computer counts it: 1 KiB is 1024 bytes. */
export function sizeText(bytes: number): string {
  let size = bytes
  let unit = 0
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024
    unit += 1
  }
  return `${decimal(size)}${SPACE}${UNITS[unit]}`
}
