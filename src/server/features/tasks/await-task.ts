import type { TaskCounts, WaitsFor } from '#shared/contracts/tasks'
import type { Platform } from '../../platform/platform.ts'
import { countsOf, taskById } from './queries.ts'

const LONGEST_MS = 30_000
const LOOK_EVERY_MS = 200

/**
 * For calls that answer what a task has done: waits until it is over or stands still, half a minute
 * at most. The task goes on either way. Looked for in the database, because another process may run it.
 *
 * @param gone the caller has gone
 */
export async function awaitTask(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  userId: string,
  id: string,
  gone: AbortSignal,
): Promise<{ finished: boolean; waitsFor: WaitsFor | null; counts: TaskCounts }> {
  const end = clock.now() + LONGEST_MS
  for (;;) {
    const task = await taskById(db, userId, id)
    const finished = Boolean(task?.finishedAt)
    const waitsFor = finished ? null : (task?.waitsFor ?? null)
    if (finished || waitsFor || gone.aborted || clock.now() >= end)
      return { finished, waitsFor, counts: await countsOf(db, userId, id) }
    await clock.sleep(LOOK_EVERY_MS, gone)
  }
}
