import { sql } from 'drizzle-orm'
import { pauseLane } from '#server/features/connections/pause'
import { connectionOf } from '#server/features/connections/queries'
import { INTAKE } from '#server/features/inbox/queue-names'
import { addEvents } from '#server/features/inbox/store'
import { TRANSFER_LANE } from '#server/features/transfers/lane'
import { rowsOf } from '#server/platform/database/database'
import { readSession } from '#shared/contracts/auth'
import { until } from '../../wait.ts'
import { completeNewJob, DAY_MS, type CompletedJob, type Plumber } from '../plumber.ts'

/** Jobs queued while their lane is paused; `go` resumes the lane, which finds all at once. */
export interface QueuedTogether {
  jobUuids: string[]
  go(): Promise<void>
}

/**
 * Completes jobs and queues them while their lane is paused.
 * @param forgotten UUIDs of jobs already transferred, whose transfers are deleted first, so that
 * the database no longer knows their documents in Fiken. These jobs come first in the result
 */
export async function queuedTogether(
  plumber: Plumber,
  jobs: readonly CompletedJob[],
  forgotten: readonly string[] = [],
): Promise<QueuedTogether> {
  const { person, world } = plumber
  const { platform } = world.product
  const { id: userId } = await person.call(readSession)
  const lane = (await connectionOf(platform.db, userId, 'fiken'))?.lane ?? ''
  const now = world.vendors.now()
  await pauseLane(platform.db, lane, new Date(now + DAY_MS))
  const { settings } = world.vendors
  settings.servicem8.webhooks = 'drop'
  const uuids = (of: readonly string[]) =>
    sql.join(
      of.map((uuid) => sql`${uuid}`),
      sql`, `,
    )
  if (forgotten.length > 0)
    await platform.db.execute(
      sql`delete from transfers where user_id = ${userId} and servicem8_job_id in (${uuids(forgotten)})`,
    )
  const jobUuids = [...forgotten, ...jobs.map((job) => completeNewJob(plumber, job))]
  settings.servicem8.webhooks = 'normal'
  await addEvents(platform.db, userId, 'job.completed', jobUuids, new Date(now))
  platform.queue.wake(INTAKE, userId)
  await until('every job to be in the queue', async () => {
    const rows = await rowsOf(
      platform.db,
      sql`select id from transfers where user_id = ${userId} and status = 'queued' and servicem8_job_id in (${uuids(jobUuids)})`,
    )
    return rows.length === jobUuids.length
  })
  const go = async () => {
    await pauseLane(platform.db, lane, null)
    platform.queue.wake(TRANSFER_LANE, lane)
  }
  return { jobUuids, go }
}

export const times = (
  count: number,
  job: CompletedJob = { client: 'Ola Hansen' },
): CompletedJob[] => Array.from({ length: count }, () => job)
