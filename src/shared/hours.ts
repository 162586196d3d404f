/**
 * This file detects lines that are charged by the hour. Neither system has a unit for hours, so
 * only the line's text shows it. Other lines are shown without a unit, which is never wrong.
 */

const END = String.raw`(?=$|[^\p{L}])`
const WORKERS =
  'arbeids?|fag|service|mester|svenne?|lærling|rørlegger|elektriker|montør|snekker|tømrer|maler|murer|reise|overtids?|konsulent'
const BY_THE_HOUR = [
  // Matches "Timepris rørlegger".
  /(^|[^\p{L}])time(s?pris|s?sats)/iu,
  // Matches "Arbeid timer" and "Time", but not "Timer til varmekabel", which is a product.
  /(^|[^\p{L}])timer?$/iu,
  // Matches "Rørlegger, time (kveld)".
  new RegExp(String.raw`,\s*timer?${END}`, 'iu'),
  // Matches "Servicetime".
  new RegExp(String.raw`(^|[^\p{L}])(${WORKERS})timer?${END}`, 'iu'),
]
/** A text that contains the quantity, because the quantity field is 1 (drafts/lines.ts). */
const FOLDED = /\([^()]*×[^()]*\)$/u

export function isByTheHour(description: string): boolean {
  const text = description.trim()
  return !FOLDED.test(text) && BY_THE_HOUR.some((pattern) => pattern.test(text))
}

/** Returns "1 time" or "2,5 timer"; `quantity` is used as written. */
export function hoursText(quantity: string): string {
  return `${quantity} ${quantity === '1' ? 'time' : 'timer'}`
}
