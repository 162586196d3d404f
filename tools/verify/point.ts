import type { Vendor } from '#clients/http/external-error'
import type { Lab } from './lab.ts'

/**
 * Something about a vendor that nobody has told us for certain. The code takes the safe side until a
 * real answer is known (`npm run verify:live -- --table` prints these declarations).
 */
export interface Point {
  /** Unique; `<vendor>.<topic>.<what>`. */
  id: `${Vendor}.${string}`
  question: string
  /** What the code was written for. */
  expected: string
  /** What the code does as long as the answer is not known, so that neither answer does harm. */
  today: string
  /** The file that decides it, from the root of the repository. */
  file: string
  /** What to change when the answer is another one. */
  whatToChange: string
  /** Leaves something behind that cannot be deleted: an invoice, a number, a payment. */
  traces?: true
  /** How it is asked. A text instead of a function: a person must, and this says how. */
  ask: ((lab: Lab) => Promise<Seen>) | string
}

export type Verdict =
  /** It is as the code was written for. */
  | 'as expected'
  /** It is not: see what to change. */
  | 'differs'
  /** It could not be asked in this run, and `seen` says why. */
  | 'not asked'
  /** Asking failed in another way than the point is about. */
  | 'failed'
  /** A person must ask. */
  | 'by hand'

/** What one point's `ask` found. */
export interface Seen {
  verdict: Extract<Verdict, 'as expected' | 'differs' | 'not asked'>
  seen: string
}

/** @param seen what the vendor did, in a few words */
export function seen(text: string, asExpected: boolean): Seen {
  return { verdict: asExpected ? 'as expected' : 'differs', seen: text }
}

export function notAsked(why: string): Seen {
  return { verdict: 'not asked', seen: why }
}
