import { randomUUID } from 'node:crypto'
import type { Job } from '#clients/servicem8/types'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { configurationOf } from '../configuration/read-configuration.ts'
import { clientFromMirror } from '../customers/mirror.ts'
import { decide } from './eligibility.ts'
import { columnsOfJob } from './row-of-job.ts'
import { insertTransfer } from './store.ts'
import { createJournal } from './timeline.ts'

/**
 * A person fetched these jobs and wants to see them: a waiting row each, at once, with what the list says. Lines, contacts and payments
 * follow when intake has looked at each. Answers how many rows are new.
 */
export async function showFetched(
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
    const client = job.companyUuid ? await clientFromMirror(platform.db, userId, job.companyUuid) : null
    const row = await insertTransfer(platform.db, {
      id: randomUUID(),
      userId,
      servicem8JobId: job.uuid,
      servicem8AccountId: accountUuid,
      status: 'pending',
      // What may start by itself starts when intake has seen all of it.
      pendingReason: verdict.kind === 'pending' ? verdict.reason : 'fetched',
      needsFetch: true,
      ...columnsOfJob({
        job,
        lines: [],
        payments: [],
        jobContacts: [],
        client: client?.client ?? null,
        headOffice: null,
        clientContacts: [],
        leftOut: [],
        fetchedAt: now.toISOString(),
      }),
      createdAt: now,
      updatedAt: now,
    })
    if (!row) continue
    made += 1
    const journal = createJournal(platform.clock)
    journal.person('intake', 'Hentet for hånd')
    await journal.flush(platform.db, row)
  }
  return made
}
