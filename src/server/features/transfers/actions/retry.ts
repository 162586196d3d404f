import { SEND_AGAIN } from '#shared/transfer-status'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { noCompany } from '../../configuration/no-company.ts'
import { configurationOf } from '../../configuration/queries.ts'
import { lookingFor, WILL_SEND_AGAIN } from './in-fiken.ts'
import { choiceToWaitFor } from '../waiting/waits.ts'
import { standing } from '../outcome.ts'
import { changeTransfer } from '../store.ts'
import type { TransferRow } from '../tables.ts'
import {
  factsFor,
  recordOverruling,
  conflictOf,
  weigh,
  type Known,
  type Starter,
} from './overrule.ts'
import { lookAtCandidates, lookAtCandidatesOfMany } from './look-at-candidates.ts'
import { tryLaneNow } from '../lane.ts'
import { findTransfer, underLock, refuseUnless, change } from '../act.ts'

const BEGINS_TO_WAIT = 'Er alt i orden, venter jobben på kundens samlefaktura.'

export interface Started {
  message: string
  /** True if the transfer is ready, but waits for the customer's other jobs. */
  waits: boolean
}

/**
 * Starts a transfer again ("Prøv igjen", "Behandle nå", "Overfør nå"). The job is fetched again,
 * because errors are usually fixed in ServiceM8. On a queued row only the wait is cleared, so a
 * double click starts one run. The transfer runs even while the integration is off, because users
 * try a first job that way.
 * @throws HttpError 404, 409 (wrong status, no company chosen, or the job is paid or not approved
 * and this was not overruled)
 */
export async function retry(
  platform: Platform,
  companyId: string,
  id: string,
  starter: Starter,
): Promise<Started> {
  const asked = await findTransfer(platform, companyId, id)
  if (starter.kind === 'one') await lookAtCandidates(platform, asked)
  if (starter.kind === 'many') await lookAtCandidatesOfMany(platform, asked, starter.signal)
  const known = await factsFor(platform, asked, starter)
  const answer = await underLock(platform, companyId, id, (inside, row) =>
    startLocked(inside, row, known, starter),
  )
  if (answer instanceof HttpError) throw answer
  await tryLaneNow(platform, companyId)
  return answer
}

/**
 * Starts a transfer whose row the transaction has locked; the caller wakes the lane afterwards.
 * @returns an error when the transfer is not started but the user's decision is kept
 * @throws the same errors as retry
 */
export async function startLocked(
  inside: Platform,
  row: TransferRow,
  known: Known,
  starter: Starter,
): Promise<Started | HttpError> {
  if (row.status !== 'queued')
    refuseUnless(
      row,
      'retry',
      'Overføringen kjører eller er fullført, og kan ikke startes på nytt.',
    )
  const { isActive, fikenCompanySlug, requiresCompanySelection, jobFetchType } =
    await configurationOf(inside.db, row.companyId)
  if (row.status !== 'queued' && (!fikenCompanySlug || requiresCompanySelection)) {
    throw noCompany()
  }
  const confirm = starter.kind === 'one' ? starter.confirm : undefined
  const { against, overruled, now: decided } = weigh(row, known.facts, jobFetchType, confirm)
  await known.timeline.flush(inside.db, row)
  if (decided && starter.kind === 'one') await recordOverruling(inside, row, decided, starter)
  if (against) {
    // The user may be asked about the other cause next; this decision is kept.
    if (decided) await changeTransfer(inside.db, row, [row.status], { overruled })
    return conflictOf(against)
  }
  const { actor } = starter
  const waits = (await choiceToWaitFor(inside.db, { ...row, overruled })) !== null
  const now = {
    nextAttemptAt: null,
    attempts: 0,
    needsFetch: true,
    askedWhileOff: !isActive,
    overruled,
  }
  if (row.status === 'queued') {
    await change(inside, row, 'retry', now, { text: 'Prøv nå', actor })
    return { message: waits ? BEGINS_TO_WAIT : 'Overføringen står i kø og prøves nå.', waits }
  }
  const retryCount = row.status === 'failed' ? row.retryCount + 1 : row.retryCount
  if (row.errorCode === 'draft_deleted') {
    await change(
      inside,
      row,
      'retry',
      { ...now, ...lookingFor(row.absence, { then: SEND_AGAIN }), retryCount },
      { text: 'Send på nytt', actor },
    )
    return { message: WILL_SEND_AGAIN, waits: false }
  }
  const started = { ...now, ...standing({ kind: 'queued' }), retryCount }
  const text = row.status === 'failed' ? `Forsøk nummer ${retryCount}` : 'Startet'
  await change(inside, row, 'retry', started, { text, actor })
  return { message: waits ? BEGINS_TO_WAIT : 'Overføringen blir forsøkt på nytt', waits }
}
