import type { Task } from '#shared/contracts/tasks'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordActivity } from '../activity-log/record.ts'
import type { TaskKind } from './kind.ts'
import { titleOf } from './present.ts'
import { readTask } from './read-task.ts'
import { cancel, countBegun } from './store.ts'

/**
 * Stops a task before its next item. Finished items stay done; the running one is cut short where
 * it only reads or waits, and gets its outcome otherwise. A finished task stays as it is.
 * @throws HttpError 404
 */
export async function cancelTask(
  platform: Platform,
  kinds: readonly TaskKind[],
  userId: string,
  id: string,
): Promise<Task> {
  const task = await readTask(platform, kinds, userId, id)
  const { kind, counts } = task
  const now = instant(platform.clock)
  await platform.db.transaction(async (tx) => {
    if (!(await cancel(tx, userId, id, now))) return
    const begun = await countBegun(tx, userId, id)
    await recordActivity(tx, {
      userId,
      type: kinds.find(({ name }) => name === kind)?.activity ?? 'integration',
      action: 'task_cancelled',
      description: `${titleOf(kinds, task, counts)}: avbrutt da ${begun} av ${counts.total} var behandlet.`,
      success: null,
      at: now,
    })
  })
  return readTask(platform, kinds, userId, id)
}
