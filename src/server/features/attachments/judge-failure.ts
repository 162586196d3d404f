import { isExternalError } from '#clients/http/external-error'
import { nextAttempt } from '../../platform/backoff.ts'
import { LimiterBusy, LimiterClosed } from '../../platform/limiter/vendor-limiter.ts'
import { reasonOf } from '../connections/vendor-failure.ts'
import { DecodingStopped } from './pictures/decoder.ts'
import { grantNeeded, isPassing, isVendorTrouble } from '../connections/vendor-trouble.ts'

export type Failure =
  /**
   * The outcome is unknown: the file might be in Fiken, so Fiken's list is read before the file is
   * sent again.
   */
  | { kind: 'unknown'; why: string }
  /**
   * The request is retried after `afterMs`. `outage` is true when all other requests to that vendor
   * would fail too.
   */
  | { kind: 'again'; why: string; afterMs: number; outage: boolean }
  | { kind: 'consent' }
  /**
   * The process is shutting down, or the vendor must be connected again; the row stays unchanged.
   */
  | { kind: 'given_back' }
  | { kind: 'failed'; why: string }

const OURS = 'Noe gikk galt hos oss da filen ble gjort klar.'
const UNKNOWN = 'Fiken svarte ikke tydelig. Det ses etter om vedlegget kom fram.'
const GONE = 'Filen finnes ikke lenger i ServiceM8.'
const NO_DRAFT = 'Verken utkastet eller en faktura av det er i Fiken.'

/**
 * Thrown when neither the draft nor its invoice is found in Fiken: the draft is deleted, or the
 * invoice is not listed yet. The search is retried.
 */
export class DraftNotFound extends Error {}

export interface Trying {
  failures: number
  random: number
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
  // The request is retried automatically, so the user is not told to try again.
  return isVendorTrouble(error) ? reasonOf(error).replace(/ Prøv igjen om litt\.$/, '') : OURS
}

const LASTING: ReadonlySet<string> = new Set([
  'invalid',
  'conflict',
  'forbidden',
  'payment_required',
])
