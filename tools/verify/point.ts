import type { Vendor } from '#clients/http/external-error'
import type { Lab } from './lab.ts'

/**
 * A question about a vendor's behaviour that is uncertain. Until a real answer is known, the code
 * takes the safe side (`npm run verify:live -- --table` prints these declarations).
 */
export interface Point {
  /** A unique id in the form `<vendor>.<topic>.<what>`. */
  id: `${Vendor}.${string}`
  question: string
  /** The vendor behaviour that the code was written for. */
  expected: string
  /** The code's behaviour until the answer is known; harmless with either answer. */
  today: string
  /** The file that implements this behaviour, relative to the repository's root. */
  file: string
  whatToChange: string
  /** True when the question leaves an invoice, number or payment that cannot be deleted. */
  traces?: true
  /** Asks the vendor; a string instead tells the user how to find out by hand. */
  ask: ((lab: Lab) => Promise<Seen>) | string
}

export type Verdict =
  | 'as expected'
  | 'differs'
  /** A question that could not be asked in this run; `seen` gives the reason. */
  | 'not asked'
  /** A question that failed for a reason unrelated to the vendor's behaviour. */
  | 'failed'
  | 'by hand'

export interface Seen {
  verdict: Extract<Verdict, 'as expected' | 'differs' | 'not asked'>
  seen: string
}

/**
 * Returns a finding.
 * @param text the vendor's behaviour in a few words
 */
export function seen(text: string, asExpected: boolean): Seen {
  return { verdict: asExpected ? 'as expected' : 'differs', seen: text }
}

export function notAsked(why: string): Seen {
  return { verdict: 'not asked', seen: why }
}
