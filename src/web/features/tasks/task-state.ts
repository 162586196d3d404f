import type { Task, TaskItem } from '#shared/contracts/tasks'

export const isOpen = ({ status }: Pick<Task, 'status'>) =>
  status === 'queued' || status === 'running'

/** Returns true if the task has ended but some transfers that it queued are still running. */
export const isUnderWay = (task: Pick<Task, 'status' | 'results'>) =>
  !isOpen(task) && (task.results?.underWay ?? 0) > 0

/** Returns the progress: first of the task's items, then of the transfers that the task started. */
export function progressOf({ status, counts, results }: Task): { done: number; total: number } {
  return !isOpen({ status }) && results
    ? { done: counts.done - results.underWay, total: counts.done }
    : { done: counts.total - counts.waiting, total: counts.total }
}

/** Returns true if every item was done. Transfers that the task started can still fail later. */
export const allDone = ({ status, counts }: Pick<Task, 'status' | 'counts'>) =>
  status === 'done' && counts.done === counts.total

/**
 * Returns true if every item was done and every transfer started by the task became a draft or an
 * invoice.
 */
export const wentWell = (task: Pick<Task, 'status' | 'counts' | 'results'>) =>
  allDone(task) &&
  (task.results === null || task.results.drafts + task.results.invoices === task.counts.total)

export function shownTasks(tasks: readonly Task[]): readonly Task[] {
  const going = tasks.filter((task) => isOpen(task) || (task.seenAt === null && isUnderWay(task)))
  const over = tasks
    .filter((task) => task.finishedAt !== null && task.seenAt === null && !isUnderWay(task))
    .toSorted((a, b) => Date.parse(b.finishedAt ?? '') - Date.parse(a.finishedAt ?? ''))
  return [...going, ...over.slice(0, 1)]
}

/** Maximum duration in ms of a task whose outcome opens a dialog, so that none opens much later. */
const MOMENT_MS = 10_000

export const wasQuick = ({ createdAt, finishedAt }: Pick<Task, 'createdAt' | 'finishedAt'>) =>
  finishedAt !== null && Date.parse(finishedAt) - Date.parse(createdAt) < MOMENT_MS

/** Returns the items that need the user's attention, grouped by outcome. */
export function notDone(items: readonly TaskItem[]) {
  const those = (status: TaskItem['status']) => items.filter((item) => item.status === status)
  const since = (state: TaskItem['became']) => items.filter(({ became }) => became === state)
  return {
    failed: [...those('failed'), ...since('failed')],
    waits: since('waits'),
    leftAlone: those('left_alone'),
    waiting: those('waiting'),
  }
}
