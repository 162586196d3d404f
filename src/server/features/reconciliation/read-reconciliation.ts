import { CAUSE_CODES, type CauseCode } from '#shared/causes'
import type { ReconciliationAnswer } from '#shared/contracts/reconciliation'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { configurationOf } from '../configuration/read-configuration.ts'
import { statusesOfJobs } from '../transfers/statuses-of-jobs.ts'
import { obstacleOf, ofCause } from './obstacle.ts'
import { RECONCILIATION } from './queue-name.ts'
import { ask, reconciliationOf } from './store.ts'

/** The month's last check, with what has happened to its transfers since. */
export async function readMonth(
  platform: Platform,
  userId: string,
  month: string,
  options: { all: boolean },
): Promise<ReconciliationAnswer> {
  const { db } = platform
  const stored = await reconciliationOf(db, userId, month)
  const obstacle = await obstacleOf(platform, userId)
  const { fikenCompanySlug } = await configurationOf(db, userId)
  const running = stored?.status === 'asked' || stored?.status === 'running'
  // What was found in another company says nothing of the one that is chosen now.
  const result = stored?.checkedAt && stored.fikenCompanySlug === fikenCompanySlug ? stored : null
  const rows = (result?.rows ?? []).filter((row) => options.all || row.kind !== 'in_fiken')
  const current = result
    ? await statusesOfJobs(
        db,
        userId,
        rows.map((row) => row.jobUuid),
      )
    : new Map<string, never>()
  return {
    month,
    state: running ? 'running' : stored?.status === 'failed' ? 'failed' : result ? 'done' : 'never',
    progress: running ? (stored.progress ?? null) : null,
    obstacle,
    failure: stored?.status === 'failed' ? ofCause(knownCause(stored.errorCode)) : null,
    checkedAt: result?.checkedAt?.toISOString() ?? null,
    summary: result?.summary ?? null,
    rows: rows.map((row) => {
      const now = current.get(row.jobUuid)
      const isNews = now !== undefined && result?.checkedAt != null && now.updatedAt > result.checkedAt
      return { ...row, now: isNews ? { transferId: now.transferId, status: now.status, skipped: now.skipped } : null }
    }),
  }
}

function knownCause(code: string | null): CauseCode {
  return CAUSE_CODES.find((known) => known === code) ?? 'unknown'
}

/** Asks for a check. @throws Refusal 409 with what stands in its way */
export async function startCheck(platform: Platform, userId: string, month: string): Promise<string> {
  const obstacle = await obstacleOf(platform, userId)
  if (obstacle) throw new Refusal(409, obstacle.code, obstacle.explanation, { action: obstacle.code })
  await ask(platform.db, userId, month, instant(platform.clock))
  platform.queue.wake(RECONCILIATION, userId)
  return 'Måneden sjekkes nå.'
}
