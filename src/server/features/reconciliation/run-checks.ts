import type { CauseCode } from '#shared/causes/index'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { HttpError } from '../../platform/http-error.ts'
import { policyFor } from '../documents/failure-policy.ts'
import { checkMonth } from './check-month.ts'
import { begin, fail, finish, putBack } from './store.ts'

/** The most attempts before a vendor's failure is reported, because the user is waiting. */
const TRIES = 3

/**
 * Runs the checks that a user has requested, one after another. A check whose process was killed is
 * started again, because a check writes only to its own row.
 */
export async function runChecks(
  platform: Platform,
  companyId: string,
  signal: AbortSignal,
): Promise<void> {
  const { db } = platform
  while (!signal.aborted) {
    const due = await begin(db, companyId, instant(platform.clock))
    if (!due) return
    try {
      await finish(
        db,
        companyId,
        due.month,
        await checkMonth(platform, companyId, due.month, signal),
      )
    } catch (error) {
      await endBadly(platform, companyId, due, error)
    }
    platform.live.publish(companyId, 'reconciliation')
  }
}

async function endBadly(
  platform: Platform,
  companyId: string,
  { month, attempts }: { month: string; attempts: number },
  error: unknown,
): Promise<void> {
  const { db, clock } = platform
  if (error instanceof HttpError && error.code === 'no_company')
    return fail(db, companyId, month, 'no_company')
  const next = policyFor(error, {
    failures: attempts,
    former: null,
    outcomeUnknown: false,
    stage: 'fetch',
    random: platform.random(),
    scale: platform.ladderScale,
  })
  if (next.kind === 'give_back') return putBack(db, companyId, month, null, attempts - 1)
  if (next.kind === 'again' && attempts < TRIES)
    return putBack(db, companyId, month, new Date(clock.now() + next.delayMs))
  if (next.kind === 'fail' && next.ourFault)
    platform.log.error({ err: error, month }, 'a reconciliation failed by a fault of ours')
  const code: CauseCode = next.code
  return fail(db, companyId, month, code)
}
