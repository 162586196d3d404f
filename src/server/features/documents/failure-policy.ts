import { ExternalError } from '#clients/http/external-error'
import { causeOf, type CauseCode } from '#shared/causes/index'
import type { Vendor } from '#shared/contracts/connections'
import type { Stage } from '#shared/transfer-status'
import { isDatabaseOut } from '../../platform/database/outage.ts'
import { HttpError } from '../../platform/http-error.ts'
import { LimiterBusy, LimiterClosed } from '../../platform/limiter/vendor-limiter.ts'
import { nextAttempt, RETRY_LADDER_MS } from '../../platform/backoff.ts'
import { grantNeeded, isPassingRefusal } from '../connections/vendor-trouble.ts'

/**
 * The stage in which a run failed: a transfer's stage, or `issue`, which the screens do not show as
 * a stage.
 */
export type FailedStage = Stage | 'issue'

export interface FailureContext {
  /** The number of automatic attempts so far, including this one. */
  failures: number
  /** The cause of the previous attempt's failure; null if that attempt did not fail. */
  former: CauseCode | null
  /** True when a create or issue request was sent and its response is unknown. */
  outcomeUnknown: boolean
  stage: FailedStage
  /** A random number in [0, 1). */
  random: number
  scale: number
}

export type FailureDecision =
  /**
   * The row is released as if it had never been claimed: the server is shutting down or the
   * database was briefly unavailable.
   */
  | { kind: 'give_back' }
  /**
   * The row is retried. `failures` is the new count. With `pauseLane`, the vendor is down, so the
   * lane tries nothing else until the retry.
   */
  | {
      kind: 'again'
      delayMs: number
      failures: number
      code: CauseCode
      message: string
      details: string
      pauseLane: boolean
    }
  | { kind: 'wait_for_grant'; vendor: Vendor; code: CauseCode; message: string }
  | { kind: 'fail'; code: CauseCode; message: string; details: string; ourFault: boolean }

/** The interval at which one row is tried while a vendor is down (decision 0012). */
export const OUTAGE_PAUSE_MS = 30_000

/**
 * Decides what happens after a failed run, based on the error's type and status code, never on its
 * message.
 */
export function policyFor(error: unknown, context: FailureContext): FailureDecision {
  if (error instanceof LimiterClosed || isDatabaseOut(error)) return { kind: 'give_back' }
  if (error instanceof LimiterBusy) return again(context, 'rate_limited', '', null, false)
  if (error instanceof HttpError) return afterHttpError(error, context)
  if (error instanceof ExternalError) return afterExternal(error, context)
  return fail('unknown', '', true)
}

/**
 * Decides what happens after one of our own HttpErrors. A temporary refusal gets the error code of
 * a vendor outage.
 */
function afterHttpError(error: HttpError, context: FailureContext): FailureDecision {
  const vendor = grantNeeded(error)
  if (vendor !== null) return waitForGrant(vendor, error.message)
  if (!isPassingRefusal(error)) return fail('unknown', error.message, false)
  const fiken = !error.code.startsWith('servicem8')
  const next = again(context, fiken ? 'fiken_down' : 'servicem8_down', '', null, fiken)
  return next.kind === 'again' ? { ...next, message: error.message } : next
}

function afterExternal(error: ExternalError, context: FailureContext): FailureDecision {
  const fiken = error.vendor === 'fiken'
  switch (error.kind) {
    case 'cancelled':
      return { kind: 'give_back' }
    case 'rate_limited':
      return again(context, 'rate_limited', error.details, error.retryAfterMs, false)
    case 'unavailable':
      return again(
        context,
        context.outcomeUnknown ? 'outcome_unknown' : fiken ? 'fiken_down' : 'servicem8_down',
        error.details,
        error.retryAfterMs,
        fiken,
      )
    case 'unknown_outcome':
      return again(context, 'outcome_unknown', error.details, error.retryAfterMs, false)
    case 'bad_answer':
      return again(context, 'bad_answer', error.details, error.retryAfterMs, false)
    case 'unauthenticated':
      // Both vendors can also respond with 401 just after a token renewal, when the grant is still
      // valid.
      return again(
        context,
        fiken ? 'fiken_down' : 'servicem8_down',
        error.details,
        error.retryAfterMs,
        fiken,
      )
    case 'reauth_required':
      return waitForGrant(fiken ? 'fiken' : 'servicem8')
    case 'payment_required':
      return fail(fiken ? 'fiken_api_module_off' : 'servicem8_account_closed', error.details)
    case 'forbidden':
      return fail(forbiddenAt(context.stage, fiken), error.details)
    case 'not_found':
      return fail(fiken ? 'fiken_no_permission' : 'job_gone', error.details)
    case 'conflict':
      return fail(
        context.stage === 'issue' ? 'missing_number_series' : 'draft_refused',
        error.details,
      )
    case 'invalid':
      return fail(refusedAt(context.stage), error.details)
  }
}

function forbiddenAt(stage: FailedStage, fiken: boolean): CauseCode {
  if (!fiken) return 'servicem8_scope_missing'
  // createInvoice gives 403 when the bank account is not verified (Fiken reference §12 P3); other
  // endpoints give 403 when the API module is off.
  return stage === 'issue' ? 'bank_account_not_verified' : 'fiken_api_module_off'
}

function refusedAt(stage: FailedStage): CauseCode {
  if (stage === 'match') return 'contact_refused'
  return stage === 'issue' ? 'invoice_refused' : 'draft_refused'
}

function again(
  context: FailureContext,
  code: CauseCode,
  details: string,
  retryAfterMs: number | null,
  pauseLane: boolean,
): FailureDecision {
  const { former, random, scale } = context
  const outage = pauseLane || code === 'servicem8_down'
  // Attempts while the vendor was down do not count: the row starts at the first retry interval
  // when the vendor is back.
  const cameFromOutage =
    former === 'fiken_down' ||
    former === 'servicem8_down' ||
    context.failures > RETRY_LADDER_MS.length + 1
  const failures = !outage && cameFromOutage ? 1 : context.failures
  const wait = nextAttempt({ failures, outage, random, retryAfterMs, scale })
  if (wait.giveUp) return fail(context.outcomeUnknown ? 'outcome_unknown' : 'gave_up', details)
  return {
    kind: 'again',
    delayMs: wait.delayMs,
    failures,
    code,
    message: causeOf(code).explanation,
    details,
    pauseLane,
  }
}

function waitForGrant(vendor: Vendor, message?: string): FailureDecision {
  const code = `${vendor}_grant_dead` as const
  return { kind: 'wait_for_grant', vendor, code, message: message ?? causeOf(code).explanation }
}

function fail(code: CauseCode, details: string, ourFault = false): FailureDecision {
  return { kind: 'fail', code, message: causeOf(code).explanation, details, ourFault }
}
