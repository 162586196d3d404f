import type { Task } from '#shared/contracts/tasks'
import { instant } from '../../platform/clock.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordActivity } from '../activity-log/record.ts'
import type { TaskKind } from './kind.ts'
import { titleOf } from './present.ts'
import { readTask } from './read-task.ts'
import { cancel, countBegun } from './store.ts'

/**
 * Cancels a task before its next item. Finished items stay done. The running item is interrupted if
 * it is only reading or waiting; otherwise it is completed. A finished task is left unchanged.
 * @throws HttpError 404
 */
export async function cancelTask(
  platform: Platform,
  kinds: readonly TaskKind[],
  companyId: string,
  actor: Actor,
  id: string,
): Promise<Task> {
  const task = await readTask(platform, kinds, companyId, id)
  const { kind, counts } = task
  const now = instant(platform.clock)
  await platform.db.transaction(async (tx) => {
    if (!(await cancel(tx, companyId, id, now))) return
    const begun = await countBegun(tx, companyId, id)
    await recordActivity(tx, {
      companyId,
      actor,
      type: kinds.find(({ name }) => name === kind)?.activity ?? 'integration',
      action: 'task_cancelled',
      description: `${titleOf(kinds, task, counts)}: avbrutt da ${begun} av ${counts.total} var behandlet.`,
      success: null,
      at: now,
    })
  })
  return readTask(platform, kinds, companyId, id)
}
