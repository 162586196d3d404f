/**
 * Lines that are charged by the hour. Neither system has a unit for it: only the line's own text
 * tells. Without it, no unit is named, which is never wrong.
 */

const END = String.raw`(?=$|[^\p{L}])`
const WORKERS =
  'arbeids?|fag|service|mester|svenne?|lærling|rørlegger|elektriker|montør|snekker|tømrer|maler|murer|reise|overtids?|konsulent'
const BY_THE_HOUR = [
  // "Timepris rørlegger"
  /(^|[^\p{L}])time(s?pris|s?sats)/iu,
  // "Arbeid timer", "Time"; not "Timer til varmekabel", which is a thing.
  /(^|[^\p{L}])timer?$/iu,
  // "Rørlegger, time (kveld)"
  new RegExp(String.raw`,\s*timer?${END}`, 'iu'),
  // "Servicetime"
  new RegExp(String.raw`(^|[^\p{L}])(${WORKERS})timer?${END}`, 'iu'),
]
/** The quantity is in the text, and the field has 1 (drafts/lines.ts). */
const FOLDED = /\([^()]*×[^()]*\)$/u

export function isByTheHour(description: string): boolean {
  const text = description.trim()
  return !FOLDED.test(text) && BY_THE_HOUR.some((pattern) => pattern.test(text))
}

/** Returns "1 time", "2,5 timer"; `quantity` as it is written. */
export function hoursText(quantity: string): string {
  return `${quantity} ${quantity === '1' ? 'time' : 'timer'}`
}
