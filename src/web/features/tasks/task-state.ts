import type { Task, TaskItem } from '#shared/contracts/tasks'

export const isOpen = ({ status }: Pick<Task, 'status'>) =>
  status === 'queued' || status === 'running'

/** All is queued, and some of what it has started is still on its way. */
export const isUnderWay = (task: Pick<Task, 'status' | 'results'>) =>
  !isOpen(task) && (task.results?.underWay ?? 0) > 0

/** How far it is: first the items, then what they have started. */
export function progressOf({ status, counts, results }: Task): { done: number; total: number } {
  return !isOpen({ status }) && results
    ? { done: counts.done - results.underWay, total: counts.done }
    : { done: counts.total - counts.waiting, total: counts.total }
}

/** Was everything done that was asked for? What it has started may have failed since. */
export const allDone = ({ status, counts }: Pick<Task, 'status' | 'counts'>) =>
  status === 'done' && counts.done === counts.total

/** Did everything that was asked for happen? */
export const wentWell = (task: Pick<Task, 'status' | 'counts' | 'results'>) =>
  allDone(task) &&
  (task.results === null || task.results.drafts + task.results.invoices === task.counts.total)

/** What a screen shows of its tasks: what is under way, and of what is over the last one. */
export function shownTasks(tasks: readonly Task[]): readonly Task[] {
  const going = tasks.filter((task) => isOpen(task) || (task.seenAt === null && isUnderWay(task)))
  const over = tasks
    .filter((task) => task.finishedAt !== null && task.seenAt === null && !isUnderWay(task))
    .toSorted((a, b) => Date.parse(b.finishedAt ?? '') - Date.parse(a.finishedAt ?? ''))
  return [...going, ...over.slice(0, 1)]
}

/**
 * A person who has just started it still looks: later an outcome would interrupt something else.
 */
const MOMENT_MS = 10_000

export const wasQuick = ({ createdAt, finishedAt }: Pick<Task, 'createdAt' | 'finishedAt'>) =>
  finishedAt !== null && Date.parse(finishedAt) - Date.parse(createdAt) < MOMENT_MS

/** The items that a person may want to know about, by outcome. */
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
