import type { Vendor } from '#clients/http/external-error'
import type { Lab } from './lab.ts'

/**
 * A question about a vendor whose answer is not certain. The code takes the safe side until a real
 * answer is known (`npm run verify:live -- --table` prints these declarations).
 */
export interface Point {
  /** Unique; `<vendor>.<topic>.<what>`. */
  id: `${Vendor}.${string}`
  question: string
  /** The answer that the code was written for. */
  expected: string
  /** The code's behaviour until the answer is known, harmless with either answer. */
  today: string
  /** The file that decides it, from the repository's root. */
  file: string
  whatToChange: string
  /** Present when it leaves something that cannot be deleted: an invoice, a number, a payment. */
  traces?: true
  /** Asks the vendor. A text instead is the instruction for a user, who must ask. */
  ask: ((lab: Lab) => Promise<Seen>) | string
}

export type Verdict =
  /** The answer that the code was written for. */
  | 'as expected'
  | 'differs'
  /** It could not be asked in this run, and `seen` says why. */
  | 'not asked'
  /** Asking failed in a way that the point is not about. */
  | 'failed'
  | 'by hand'

export interface Seen {
  verdict: Extract<Verdict, 'as expected' | 'differs' | 'not asked'>
  seen: string
}

/**
 * Reports a finding.
 * @param text the vendor's behaviour in a few words
 */
export function seen(text: string, asExpected: boolean): Seen {
  return { verdict: asExpected ? 'as expected' : 'differs', seen: text }
}

export function notAsked(why: string): Seen {
  return { verdict: 'not asked', seen: why }
}
