import { createHash, randomUUID } from 'node:crypto'
import { MOST_ITEMS, type TaskCounts, TOO_MANY, type WaitsFor } from '#shared/contracts/tasks'
import { instant } from '../../platform/clock.ts'
import type { Actor } from '../../platform/http/caller.ts'
import { HttpError } from '../../platform/http-error.ts'
import type { Platform } from '../../platform/platform.ts'
import type { TaskKind } from './kind.ts'
import { countsOf, taskById } from './queries.ts'
import { TASKS } from './queue-name.ts'
import { countOpen, insertTask, openTask, releaseTasks } from './store.ts'

const MOST_OPEN = 50

export interface TaskRequest<Parameters extends Record<string, unknown>> {
  /** Who starts the task; null for one that the product starts by itself. */
  actor: Actor | null
  kind: TaskKind<Parameters>
  parameters: Parameters
  items: readonly { subject: string; title: string }[]
  /**
   * The rule by which the items were found, if any; without a rule, the items identify the task.
   * The rule is needed because the same rule applied again finds fewer items, and because a
   * different action on the same items is a different task.
   */
  rule?: string
}

/**
 * Starts a task over many items, which continues after the user has left the page. While a task is
 * unfinished, starting the same kind over the same selection returns that task, so a double click
 * starts only one.
 * @throws HttpError 400 when there are too many items or none, 409 when too many tasks are
 * unfinished
 */
export async function startTask<Parameters extends Record<string, unknown>>(
  platform: Platform,
  companyId: string,
  { actor, kind, parameters, items, rule }: TaskRequest<Parameters>,
): Promise<{ id: string; started: boolean }> {
  if (items.length === 0) throw new HttpError(400, 'invalid', 'Velg minst én.')
  if (items.length > (kind.mostItems ?? MOST_ITEMS))
    throw new HttpError(400, 'too_many', `${TOO_MANY}.`)
  const { db } = platform
  const selection = hashOf(rule ?? items.map(({ subject }) => subject).toSorted())
  for (;;) {
    const open = await openTask(db, companyId, kind.name, selection)
    if (open) return { id: open, started: false }
    if ((await countOpen(db, companyId)) >= MOST_OPEN)
      throw new HttpError(
        409,
        'too_many_tasks',
        'Mye er i gang allerede. Vent til noe av det er ferdig.',
      )
    const id = randomUUID()
    const now = instant(platform.clock)
    const actorId = actor?.id ?? null
    const task = { companyId, id, actorId, kind: kind.name, parameters, selection, items, now }
    // The task was not inserted, because the same task was started after the check above; it can
    // already be finished.
    if (!(await insertTask(db, task))) continue
    platform.queue.wake(TASKS, companyId)
    return { id, started: true }
  }
}

const hashOf = (what: unknown) => createHash('sha256').update(JSON.stringify(what)).digest('hex')

/**
 * Continues the tasks that waited for a connection or a company, from the item at which they
 * stopped. A task that still lacks something waits again.
 */
export async function resumeTasks(platform: Platform, companyId: string): Promise<void> {
  if (!(await releaseTasks(platform.db, companyId))) return
  platform.queue.wake(TASKS, companyId)
  platform.live.publish(companyId, 'tasks')
}

const LONGEST_MS = 30_000
const LOOK_EVERY_MS = 200

/**
 * Waits up to half a minute until a task is finished or on hold, so that a response can include its
 * outcome. The task continues in any case. Polls the database, because another process can run the
 * task.
 * @param gone aborts when the client has closed the connection
 */
export async function awaitTask(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  companyId: string,
  id: string,
  gone: AbortSignal,
): Promise<{ finished: boolean; waitsFor: WaitsFor | null; counts: TaskCounts }> {
  const end = clock.now() + LONGEST_MS
  for (;;) {
    const task = await taskById(db, companyId, id)
    const finished = Boolean(task?.finishedAt)
    const waitsFor = finished ? null : (task?.waitsFor ?? null)
    if (finished || waitsFor || gone.aborted || clock.now() >= end)
      return { finished, waitsFor, counts: await countsOf(db, companyId, id) }
    await clock.sleep(LOOK_EVERY_MS, gone)
  }
}
