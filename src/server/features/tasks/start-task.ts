import { createHash, randomUUID } from 'node:crypto'
import { MOST_ITEMS, type TaskCounts, TOO_MANY, type WaitsFor } from '#shared/contracts/tasks'
import { instant } from '../../platform/clock.ts'
import { HttpError } from '../../platform/http-error.ts'
import type { Platform } from '../../platform/platform.ts'
import type { TaskKind } from './kind.ts'
import { countsOf, taskById } from './queries.ts'
import { TASKS } from './queue-name.ts'
import { countOpen, insertTask, openTask, releaseTasks } from './store.ts'

/** More than a user starts by hand before some of it is done. */
const MOST_OPEN = 50

export interface TaskRequest<Parameters extends Record<string, unknown>> {
  kind: TaskKind<Parameters>
  parameters: Parameters
  /** The items in the order in which they are to be done. */
  items: readonly { subject: string; title: string }[]
  /**
   * The rule by which the items were found, if any; otherwise the items themselves identify the
   * task. The same rule applied twice finds fewer items the second time, and another act on the
   * same items is another task.
   */
  rule?: string
}

/**
 * Starts work over many items, which goes on after its user has left. The same kind over the same
 * selection is one task as long as it is open, so a double click starts one.
 * @throws HttpError 400 when there are too many items or none, 409 when too much is open
 */
export async function startTask<Parameters extends Record<string, unknown>>(
  platform: Platform,
  userId: string,
  { kind, parameters, items, rule }: TaskRequest<Parameters>,
): Promise<{ id: string; started: boolean }> {
  if (items.length === 0) throw new HttpError(400, 'invalid', 'Velg minst én.')
  if (items.length > (kind.mostItems ?? MOST_ITEMS))
    throw new HttpError(400, 'too_many', `${TOO_MANY}.`)
  const { db } = platform
  const selection = hashOf(rule ?? items.map(({ subject }) => subject).toSorted())
  for (;;) {
    const open = await openTask(db, userId, kind.name, selection)
    if (open) return { id: open, started: false }
    if ((await countOpen(db, userId)) >= MOST_OPEN)
      throw new HttpError(
        409,
        'too_many_tasks',
        'Mye er i gang allerede. Vent til noe av det er ferdig.',
      )
    const id = randomUUID()
    const now = instant(platform.clock)
    const task = { userId, id, kind: kind.name, parameters, selection, items, now }
    // Not inserted: the same task was started since the check, and may be finished already.
    if (!(await insertTask(db, task))) continue
    platform.queue.wake(TASKS, userId)
    return { id, started: true }
  }
}

const hashOf = (what: unknown) => createHash('sha256').update(JSON.stringify(what)).digest('hex')

/**
 * Continues the tasks that waited for a connection or a company, from the item at which they
 * stopped. A task that lacks something else waits again.
 */
export async function resumeTasks(platform: Platform, userId: string): Promise<void> {
  if (!(await releaseTasks(platform.db, userId))) return
  platform.queue.wake(TASKS, userId)
  platform.live.publish(userId, 'tasks')
}

const LONGEST_MS = 30_000
const LOOK_EVERY_MS = 200

/**
 * Waits for a task until it is over or stands still, half a minute at most, so that a call can
 * answer with its outcome. The task goes on either way. Polls the database, because another process
 * may run it.
 * @param gone aborts when the caller has gone
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
