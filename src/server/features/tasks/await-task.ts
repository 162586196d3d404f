import type { TaskCounts } from '#shared/contracts/tasks'
import type { Platform } from '../../platform/platform.ts'
import { countsOf, taskById } from './queries.ts'

const LONGEST_MS = 30_000
const LOOK_EVERY_MS = 200

/**
 * For calls that answer what a task has done: waits until it is over, half a minute at most. The
 * task goes on either way. Looked for in the database, because another process may run it.
 *
 * @param gone the caller has gone
 */
export async function awaitTask(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  userId: string,
  id: string,
  gone: AbortSignal,
): Promise<{ finished: boolean; counts: TaskCounts }> {
  const end = clock.now() + LONGEST_MS
  for (;;) {
    const finished = Boolean((await taskById(db, userId, id))?.finishedAt)
    if (finished || gone.aborted || clock.now() >= end)
      return { finished, counts: await countsOf(db, userId, id) }
    await clock.sleep(LOOK_EVERY_MS, gone)
  }
}
