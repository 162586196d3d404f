import { isExternalError } from '#clients/http/external-error'
import { nextAttempt } from '../../platform/backoff.ts'
import { LimiterBusy, LimiterClosed } from '../../platform/limiter/vendor-limiter.ts'
import { reasonOf } from '../connections/vendor-failure.ts'
import { DecodingStopped } from './pictures/decoder.ts'
import { grantNeeded, isPassing, isVendorTrouble } from '../connections/vendor-trouble.ts'

/** What a failure means for a file, or for the list of a job's files. */
export type Failure =
  /** It may have arrived: Fiken's list is asked before anything is sent again. */
  | { kind: 'unknown'; why: string }
  /** Tried again at `afterMs` from now. `outage`: as would be everything else of that vendor. */
  | { kind: 'again'; why: string; afterMs: number; outage: boolean }
  /** ServiceM8 must agree first. */
  | { kind: 'consent' }
  /** Given back as it was: the process stops, or the vendor must be connected again. */
  | { kind: 'given_back' }
  | { kind: 'failed'; why: string }

const OURS = 'Noe gikk galt hos oss da filen ble gjort klar.'
const UNKNOWN = 'Fiken svarte ikke tydelig. Det ses etter om vedlegget kom fram.'
const GONE = 'Filen finnes ikke lenger i ServiceM8.'
const NO_DRAFT = 'Verken utkastet eller en faktura av det er i Fiken.'

/** Deleted, or invoiced and not listed yet: looked for again. */
export class DraftNotFound extends Error {}

export interface Trying {
  /** Before this one. */
  failures: number
  random: number
  /** Makes the waits shorter, in tests. */
  scale: number
}

export function judgeFailure(error: unknown, { failures, random, scale }: Trying): Failure {
  if (error instanceof LimiterClosed || error instanceof LimiterBusy || grantNeeded(error))
    return { kind: 'given_back' }
  if (error instanceof DecodingStopped) return { kind: 'given_back' }
  if (isExternalError(error)) {
    if (error.kind === 'cancelled') return { kind: 'given_back' }
    if (error.kind === 'unknown_outcome') return { kind: 'unknown', why: UNKNOWN }
    if (error.vendor === 'servicem8') {
      if (error.kind === 'forbidden') return { kind: 'consent' }
      if (error.kind === 'not_found') return { kind: 'failed', why: GONE }
    }
    if (LASTING.has(error.kind)) return { kind: 'failed', why: reasonOf(error) }
  }
  const outage = isPassing(error) || isExternalError(error, 'rate_limited')
  const retryAfterMs = isExternalError(error) ? error.retryAfterMs : null
  const next = nextAttempt({ failures: failures + 1, outage, random, retryAfterMs, scale })
  const why = whyOf(error)
  return next.giveUp
    ? { kind: 'failed', why }
    : { kind: 'again', why, afterMs: next.delayMs, outage }
}

function whyOf(error: unknown): string {
  if (error instanceof DraftNotFound) return NO_DRAFT
  // It is we who try again.
  return isVendorTrouble(error) ? reasonOf(error).replace(/ Prøv igjen om litt\.$/, '') : OURS
}

/** What does not pass by itself. */
const LASTING: ReadonlySet<string> = new Set([
  'invalid',
  'conflict',
  'forbidden',
  'payment_required',
])
