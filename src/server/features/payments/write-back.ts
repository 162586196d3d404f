import { isExternalError } from '#clients/http/external-error'
import { mayWritePayments } from '#clients/servicem8/oauth'
import { stampOf } from '#clients/servicem8/time'
import { decimalFromOre } from '#shared/money'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { configurationOf } from '../configuration/queries.ts'
import { openServicem8 } from '../connections/tokens/open-clients.ts'
import { connectionOf } from '../connections/queries.ts'
import { isPassing, isVendorTrouble } from '../connections/vendor-trouble.ts'
import { planWriteBack } from './plan-write-back.ts'
import { dueWriteBacks, forbidDue, settle, type DueWriteBack } from './store.ts'
import { recordConsentMissing, recordEnding, type Ending } from './record-write-back.ts'

/** The maximum number of unreadable or lost responses; then the payment is left to the user. */
const MOST_ATTEMPTS = 6

type ServiceM8 = Awaited<ReturnType<typeof openServicem8>>

/**
 * Reports payments in Fiken to ServiceM8 one after another, if the user has switched that on. The
 * existing payments are read before a payment is created, so that a request whose response was lost
 * is never repeated blindly. Returns true if ServiceM8 was unavailable, so that another attempt
 * soon makes sense.
 */
export async function writeBack(
  platform: Platform,
  companyId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, clock } = platform
  const { writeBackPayments } = await configurationOf(db, companyId)
  if (!writeBackPayments) return false
  const due = await dueWriteBacks(db, companyId)
  const connection = await connectionOf(db, companyId, 'servicem8')
  if (due.length === 0 || connection?.status !== 'connected') return false
  if (!mayWritePayments(connection.scope)) {
    await recordConsentMissing(db, companyId, instant(clock))
    return false
  }
  let recorded = false
  try {
    const servicem8 = await openServicem8(platform, companyId, { unhurried: true, signal })
    for (const row of due) {
      if (signal.aborted) break
      const ending = await register(servicem8, row, instant(clock), signal).catch(
        (error: unknown) => endingOf(platform, companyId, row, error),
      )
      await recordEnding(db, companyId, row, ending, instant(clock))
      recorded = true
      if (ending.state !== 'forbidden') continue
      // All payments would fail for the same reason, so the failure is recorded once.
      await forbidDue(db, companyId, instant(clock))
      break
    }
    return false
  } catch (error) {
    if (!isVendorTrouble(error)) throw error
    platform.log.info({ err: error, companyId }, 'a payment could not be reported to ServiceM8')
    return (
      isPassing(error) || isExternalError(error, 'unknown_outcome', 'bad_answer', 'rate_limited')
    )
  } finally {
    if (recorded) platform.live.publish(companyId, 'transfers', 'activity')
  }
}

async function register(
  { client, accountUuid, timeZone }: ServiceM8,
  row: DueWriteBack,
  now: Date,
  signal: AbortSignal,
): Promise<Ending> {
  if (row.accountUuid.toLowerCase() !== accountUuid.toLowerCase())
    return { state: 'other_account', details: '' }
  const { jobUuid, slug, paid, gross, lineCount, deposit } = row
  const payments = await client.jobs.paymentsOf(jobUuid, signal)
  const plan = planWriteBack({
    accountUuid,
    fikenCompanySlug: slug,
    jobUuid,
    paid,
    gross,
    lineCount,
    deposit,
    payments,
  })
  if (plan.kind === 'enough') return { state: 'done', registered: null }
  if (plan.kind === 'ours') return { state: 'done', registered: plan.amount }
  const { uuid, amount } = plan
  // Fiken gives only the date of a payment.
  const paidAt = row.paidOn ? `${row.paidOn} 12:00:00` : stampOf(now, timeZone)
  await client.payments
    .create({
      uuid,
      jobUuid,
      amount: decimalFromOre(amount),
      method: 'Fiken',
      note: 'Betalt i Fiken, meldt av Fakturabro',
      paidAt,
    })
    .catch((error: unknown) => {
      // The payment exists, because an earlier request succeeded late.
      if (!isExternalError(error, 'conflict')) throw error
    })
  return { state: 'done', registered: amount }
}

/**
 * Returns the final outcome of an error that concerns only this payment. Errors that are temporary
 * or concern all payments are rethrown, which ends the run.
 * @throws the given error
 */
async function endingOf(
  platform: Platform,
  companyId: string,
  row: DueWriteBack,
  error: unknown,
): Promise<Ending> {
  if (!isExternalError(error)) throw error
  const { kind, details } = error
  if (kind === 'forbidden') return { state: 'forbidden', details }
  if (kind === 'invalid' || kind === 'not_found') return { state: 'refused', details }
  if (kind !== 'bad_answer' && kind !== 'unknown_outcome') throw error
  const attempts = row.attempts + 1
  if (attempts >= MOST_ATTEMPTS) return { state: 'gave_up', details }
  // Moves the payment behind the others, so that a payment that ServiceM8 cannot process does not
  // delay them.
  await settle(platform.db, companyId, row.transferId, {
    attempts,
    updatedAt: instant(platform.clock),
  })
  throw error
}
