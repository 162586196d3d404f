import { createHash, randomUUID } from 'node:crypto'
import { MOST_ITEMS, TOO_MANY } from '#shared/contracts/tasks'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { HttpError } from '../../platform/http-error.ts'
import type { TaskKind } from './kind.ts'
import { TASKS } from './queue-name.ts'
import { countOpen, insertTask, openTask } from './store.ts'

/** More than anybody starts by hand before some of it is done. */
const MOST_OPEN = 50

export interface TaskRequest<Parameters extends Record<string, unknown>> {
  kind: TaskKind<Parameters>
  parameters: Parameters
  /** In the order in which they are to be done. */
  items: readonly { subject: string; title: string }[]
  /**
   * What was asked for, when the items are found by a rule: the same rule asked twice finds fewer
   * the second time, and another act on the same items is something else. Without it, the items
   * themselves.
   */
  rule?: string
}

/**
 * Starts work over many items, which goes on without the person who started it. The same kind over
 * the same selection is one task as long as it is open, so a double click starts one.
 *
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
    // Not inserted: the same was started since we looked, and may be finished already.
    if (!(await insertTask(db, task))) continue
    platform.queue.wake(TASKS, userId)
    return { id, started: true }
  }
}

const hashOf = (what: unknown) => createHash('sha256').update(JSON.stringify(what)).digest('hex')
