import { randomUUID } from 'node:crypto'
import type { Job } from '#clients/servicem8/types'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { configurationOf } from '../configuration/queries.ts'
import { decide } from '../service-jobs/eligibility.ts'
import { standing } from '../transfers/outcome.ts'
import { insertTransfer } from '../transfers/store.ts'
import { createTimeline } from '../transfers/timeline.ts'
import { columnsOfListedJob } from './listed-job.ts'

/**
 * A person fetched these jobs and wants to see them: a waiting row each, immediately, with what the
 * list says. Lines, contacts and payments follow when intake has looked at each. Returns how many
 * rows are new.
 */
export async function listFetched(
  platform: Platform,
  userId: string,
  accountUuid: string,
  jobs: readonly Job[],
): Promise<number> {
  const configuration = await configurationOf(platform.db, userId)
  const now = instant(platform.clock)
  let made = 0
  for (const job of jobs) {
    const verdict = decide({ job, payments: [], configuration, origin: 'manual' })
    if (verdict.kind === 'skip') continue
    const row = await insertTransfer(platform.db, {
      id: randomUUID(),
      userId,
      servicem8JobId: job.uuid,
      servicem8AccountId: accountUuid,
      // What may start automatically starts when intake has seen all of it.
      ...standing({
        kind: 'waiting',
        reason: verdict.kind === 'pending' ? verdict.reason : 'fetched',
      }),
      needsFetch: true,
      ...(await columnsOfListedJob(platform.db, userId, job, now)),
      createdAt: now,
      updatedAt: now,
    })
    if (!row) continue
    made += 1
    const timeline = createTimeline(platform.clock)
    timeline.person('intake', 'Hentet for hånd')
    await timeline.flush(platform.db, row)
  }
  return made
}
