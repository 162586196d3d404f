import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import type { LaneQueue } from '../../platform/queue/queue.ts'
import type { TaskKind } from './kind.ts'
import { TASKS } from './queue-name.ts'
import { runTasks } from './run-task.ts'
import { backlogOfItems, companiesWithOpenTasks } from './store.ts'

export function taskQueue(platform: Platform, kinds: readonly TaskKind[]): LaneQueue {
  return {
    name: TASKS,
    concurrency: 4,
    drain: (companyId, signal) => runTasks(platform, kinds, companyId, signal),
    due: () =>
      companiesWithOpenTasks(
        platform.db,
        kinds.map(({ name }) => name),
        instant(platform.clock),
      ),
    backlog: () => backlogOfItems(platform.db, instant(platform.clock)),
  }
}
