import { useEffect, useState } from 'react'
import type { Task, TaskName } from '#shared/contracts/tasks'
import { toast } from '../../ui/toast-store.ts'
import { useSeeTask, useTasks } from './queries.ts'
import { allDone, isOpen, isUnderWay, shownTasks, wasQuick, wentWell } from './task-state.ts'

/**
 * Follows tasks of these kinds. A task started by this page ends with a toast if it succeeded, and
 * with a dialog if some items were not done and it took less than 10 seconds. Otherwise, and after
 * a reload, a bar shows the outcome.
 * @param doneTitle returns the toast's title
 */
export function useFollowedTasks(kinds: readonly TaskName[], doneTitle: (task: Task) => string) {
  const tasks = useTasks().filter(({ kind }) => kinds.includes(kind))
  const { mutate: see } = useSeeTask()
  const [mine, setMine] = useState<ReadonlySet<string>>(new Set())
  const [shownId, setShownId] = useState<string | null>(null)
  const over = tasks.filter((task) => mine.has(task.id) && task.seenAt === null && !isOpen(task))
  const well = over.find(wentWell)
  useEffect(() => {
    if (!well) return
    toast({ title: doneTitle(well), description: well.outcome ? `${well.outcome}.` : well.summary })
    see(well.id)
  }, [well, see, doneTitle])
  const outcome =
    tasks.find(({ id }) => id === shownId) ??
    over.find((task) => task.status === 'done' && !allDone(task) && wasQuick(task)) ??
    null
  return {
    tasks,
    /** The tasks shown as bars, except a success of this page's own task, which a toast shows. */
    shown: shownTasks(
      tasks.filter((task) => isOpen(task) || !(mine.has(task.id) && wentWell(task))),
    ),
    outcome,
    follow: ({ id }: Pick<Task, 'id'>) => setMine((known) => new Set(known).add(id)),
    show: ({ id }: Task) => setShownId(id),
    forget: () => {
      setShownId(null)
      if (!outcome) return
      setMine((known) => new Set([...known].filter((id) => id !== outcome.id)))
      // Transfers started by the task can still be running, which the bar shows.
      if (!isUnderWay(outcome)) see(outcome.id)
    },
  }
}

export type FollowedTasks = ReturnType<typeof useFollowedTasks>
