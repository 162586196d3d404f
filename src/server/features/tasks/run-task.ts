import { randomUUID } from 'node:crypto'
import type { WaitsFor } from '#shared/contracts/tasks'
import { inBackground } from '../../platform/background.ts'
import { instant } from '../../platform/clock.ts'
import { isDatabaseOut } from '../../platform/database/outage.ts'
import { errorReply } from '../../platform/http/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { HttpError } from '../../platform/http-error.ts'
import { LimiterClosed } from '../../platform/limiter/vendor-limiter.ts'
import { recordActivity } from '../activity-log/record.ts'
import type { ItemOutcome, TaskKind } from './kind.ts'
import { summaryOf } from './present.ts'
import { taskById, type TaskRow } from './queries.ts'
import { TASKS } from './queue-name.ts'
import {
  beginItem,
  finishTask,
  holdsTask,
  holdTask,
  recordOutcome,
  takeTask,
  waitingItems,
} from './store.ts'

const LONGEST_RUN_MS = 60_000
/**
 * The maximum time in milliseconds of a background task's turn, after which tasks that the user has
 * started take precedence.
 */
const IN_BACKGROUND_MS = 5_000
const READ_AT_ONCE = 100
const LOOK_EVERY_MS = 1_000

/**
 * Runs a company's tasks item by item, the oldest task first and background tasks last. An item is
 * marked as started before its action, and gets its outcome afterwards. If the process is killed in
 * between, the item is run again with `begunBefore`; repeating the action is harmless for every
 * kind of task. Only one process holds a company's lane. If a process is suspended until its lease
 * has expired, another run takes over the task, and the former run starts no more of the task's
 * items.
 */
export async function runTasks(
  platform: Platform,
  kinds: readonly TaskKind[],
  companyId: string,
  stopping: AbortSignal,
): Promise<void> {
  const run = randomUUID()
  const namesOf = (some: readonly TaskKind[]) => some.map(({ name }) => name)
  const known = {
    kinds: namesOf(kinds),
    background: namesOf(kinds.filter(({ inBackground }) => inBackground)),
  }
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(LONGEST_RUN_MS)])
  while (!signal.aborted) {
    const task = await takeTask(platform.db, companyId, known, run, instant(platform.clock))
    const kind = kinds.find(({ name }) => name === task?.kind)
    if (!task || !kind) return
    const turn = kind.inBackground
      ? AbortSignal.any([signal, AbortSignal.timeout(IN_BACKGROUND_MS)])
      : signal
    await runItems(platform, kind, task, run, stopping, turn)
    if (await hasEnded(platform, task)) continue
    // `gaveWay` is false if another run has taken over the task.
    const gaveWay = turn.aborted && (await holdsTask(platform.db, companyId, task.id, run))
    if (!gaveWay) break
  }
  if (!stopping.aborted) platform.queue.wake(TASKS, companyId)
}

/**
 * The minimum interval in milliseconds between live updates of the lists that show the items, so
 * that a list of ten thousand rows is not read again for each item.
 */
const LISTS_EVERY_MS = 5_000

async function runItems(
  platform: Platform,
  kind: TaskKind,
  task: TaskRow,
  run: string,
  stopping: AbortSignal,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = platform
  const { companyId, id } = task
  const parameters = kind.read(task.parameters)
  const actor = actorOf(task)
  let listsHintedAt = Number.NEGATIVE_INFINITY
  const publish = () => {
    const now = clock.now()
    if (now - listsHintedAt < LISTS_EVERY_MS) return platform.live.publish(companyId, 'tasks')
    listsHintedAt = now
    platform.live.publish(companyId, 'tasks', ...kind.topics)
  }
  const over = new AbortController()
  const lost = whenLost(platform, task, run, over.signal)
  const stop = AbortSignal.any([stopping, lost])
  try {
    let items = await waitingItems(db, companyId, id, READ_AT_ONCE)
    while (items.length > 0) {
      for (const { position, ...item } of items) {
        if (signal.aborted) return
        if (!(await beginItem(db, companyId, id, position, run, instant(clock)))) return
        const outcome = await outcomeOf(platform, kind, stop, () =>
          kind.run(platform, { companyId, taskId: id, actor, parameters, ...item, signal: stop }),
        )
        if ('waitsFor' in outcome) {
          await holdTask(db, companyId, id, run, { ...outcome, now: instant(clock) })
          return platform.live.publish(companyId, 'tasks', ...kind.topics)
        }
        await recordOutcome(db, companyId, id, position, outcome, instant(clock))
        publish()
      }
      items = await waitingItems(db, companyId, id, READ_AT_ONCE)
    }
  } catch (error) {
    // The interrupted item gets no outcome, because its action might have been done.
    if (lost.aborted) return
    throw error
  } finally {
    over.abort()
  }
  await finish(platform, kind, task, run)
  platform.live.publish(companyId, 'tasks', ...kind.topics)
}

/**
 * Returns a signal that aborts when this run no longer holds the task, because the task was
 * cancelled, another run has taken over, or the company was deactivated. Polls the database,
 * because another process can have made the change.
 * @param over ends the polling
 */
function whenLost(
  { db, clock, log }: Platform,
  { companyId, id }: TaskRow,
  run: string,
  over: AbortSignal,
): AbortSignal {
  const lost = new AbortController()
  const look = async () => {
    for (;;) {
      await clock.sleep(LOOK_EVERY_MS, over)
      if (over.aborted) return
      if (!(await holdsTask(db, companyId, id, run))) return lost.abort()
    }
  }
  inBackground(log, 'a cancelled task may finish its item', look())
  return lost.signal
}

const OF_CONNECTIONS =
  /^((re)?authorize_(fiken|servicem8)|choose_company|another_company|servicem8_scope_missing)$/

const NEEDED: Partial<Record<string, WaitsFor>> = {
  authorize_fiken: 'fiken',
  reauthorize_fiken: 'fiken',
  authorize_servicem8: 'servicem8',
  reauthorize_servicem8: 'servicem8',
  choose_company: 'company',
}

/**
 * Returns true if the action does not apply to the item's current state, so that the item is
 * skipped. Other statuses, a vendor's refusal and an ended connection mean that the item has
 * failed.
 */
const isNotForIt = ({ status, code }: HttpError) =>
  [400, 403, 404, 409].includes(status) && !code.startsWith('vendor_') && !OF_CONNECTIONS.test(code)

/**
 * Returns the action's outcome, or what the task must wait for. Errors that do not concern the item
 * are rethrown; the item is then run again later.
 */
async function outcomeOf(
  platform: Platform,
  kind: TaskKind,
  stop: AbortSignal,
  act: () => Promise<ItemOutcome>,
): Promise<ItemOutcome | { waitsFor: WaitsFor }> {
  const waits = (code: string) => (kind.waitsForConnections && NEEDED[code]) || null
  try {
    return await act()
  } catch (error) {
    if (error instanceof HttpError) {
      const waitsFor = waits(error.code)
      if (waitsFor) return { waitsFor }
      const status = isNotForIt(error) ? 'left_alone' : 'failed'
      return { status, message: error.message, code: error.code }
    }
    if (stop.aborted || error instanceof LimiterClosed || isDatabaseOut(error)) throw error
    const { body, fault } = errorReply(error, '')
    const waitsFor = waits(body.code)
    if (waitsFor) return { waitsFor }
    if (fault) platform.log.error({ err: error }, 'an item of a task failed by a fault of ours')
    return { status: 'failed', message: body.message, code: body.code }
  }
}

/**
 * Ends the task and writes to the activity log, because the user who started the task might have
 * left the page.
 */
async function finish(
  platform: Platform,
  kind: TaskKind,
  { companyId, id, actorId, parameters }: TaskRow,
  run: string,
): Promise<void> {
  const now = instant(platform.clock)
  await platform.db.transaction(async (tx) => {
    const counts = await finishTask(tx, companyId, id, run, now)
    if (!counts) return
    const title = kind.title(kind.read(parameters), counts.total)
    await recordActivity(tx, {
      companyId,
      actor: actorOf({ actorId }),
      type: kind.activity,
      action: 'task_finished',
      description: [`${title}: ${summaryOf(kind, parameters, counts)}`, kind.where]
        .filter(Boolean)
        .join(' '),
      success: counts.failed === 0,
      at: now,
    })
  })
  platform.live.publish(companyId, 'activity')
}

const actorOf = ({ actorId }: Pick<TaskRow, 'actorId'>) =>
  actorId === null ? null : { id: actorId }

async function hasEnded(platform: Platform, { companyId, id }: TaskRow): Promise<boolean> {
  const status = (await taskById(platform.db, companyId, id))?.status
  return status !== 'running' && status !== 'queued'
}
