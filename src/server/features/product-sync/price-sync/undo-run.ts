import {
  PRICE_RUN,
  UNDO_DAYS,
  UNDO_PRICE_RUN,
  type PriceRun,
} from '#shared/contracts/products/price-sync'
import type { Planned } from '#shared/planned-write'
import { instant } from '../../../platform/clock.ts'
import { HttpError, notFound } from '../../../platform/http-error.ts'
import type { Actor } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ItemOutcome, TaskKind } from '../../tasks/kind.ts'
import { countsOfTasks, taskById, tasksOfKind, type TaskRow } from '../../tasks/queries.ts'
import { startTask } from '../../tasks/start-task.ts'
import { markUndone, undoableById, undoableOf, undoneOf } from '../change-store.ts'
import { patiently } from '../planned/patiently.ts'
import { clientsFor, done, moved, targetOf, type PlannedWork } from '../planned/write-planned.ts'
import { forgetPrice } from '../snapshot-store.ts'
import { writePrice } from '../writes/write-price.ts'
import { MOST_PRICES, priceRun, prices } from './price-run.ts'

const DAY_MS = 86_400_000

const oldest = (now: Date) => new Date(now.getTime() - UNDO_DAYS * DAY_MS)

export async function readRuns({ db, clock }: Platform, companyId: string): Promise<PriceRun[]> {
  const rows = await tasksOfKind(db, companyId, PRICE_RUN, oldest(instant(clock)))
  const ids = rows.map(({ id }) => id)
  const counts = await countsOfTasks(db, companyId, ids)
  const undone = await undoneOf(db, companyId, ids)
  return rows.map(({ id, createdAt, finishedAt, parameters }) => {
    const { done: changed = 0, failed = 0, leftAlone = 0 } = counts.get(id) ?? {}
    const { left = 0, undoneAt = null } = undone.get(id) ?? {}
    return {
      id,
      changed,
      failed,
      leftAlone: leftAlone + priceRun.read(parameters).unlisted,
      startedAt: createdAt.toISOString(),
      finishedAt: finishedAt?.toISOString() ?? null,
      undoneAt: undoneAt?.toISOString() ?? null,
      mayUndo: finishedAt !== null && left > 0,
    }
  })
}

/**
 * Starts a task that undoes a price run.
 * @throws HttpError 404; 409 while the run is not finished, when it is too old, and when no change
 * is left to undo
 */
export async function undoRun(
  platform: Platform,
  companyId: string,
  actor: Actor,
  id: string,
): Promise<{ message: string; taskId: string }> {
  const { db, clock } = platform
  const run = await taskById(db, companyId, id)
  if (run?.kind !== PRICE_RUN) throw notFound('Synkroniseringen finnes ikke.')
  requireUndoable(run, instant(clock))
  const changes = await undoableOf(db, companyId, id)
  if (changes.length === 0)
    throw new HttpError(409, 'nothing_to_undo', 'Ingen endringer fra denne kan angres lenger.')
  const { id: taskId } = await startTask(platform, companyId, {
    actor,
    kind: undoPrices,
    parameters: { slug: priceRun.read(run.parameters).slug },
    items: changes.map(({ id: subject, name }) => ({ subject, title: name })),
    rule: id,
  })
  return { message: `${prices(changes.length)} settes tilbake.`, taskId }
}

function requireUndoable({ createdAt, finishedAt }: TaskRow, now: Date): void {
  if (finishedAt === null)
    throw new HttpError(409, 'not_finished', 'Vent til synkroniseringen er ferdig.')
  if (createdAt < oldest(now))
    throw new HttpError(
      409,
      'too_old',
      `En synkronisering kan angres i ${UNDO_DAYS} dager, og denne er eldre.`,
    )
}

export const undoPrices: TaskKind<{ slug: string }> = {
  name: UNDO_PRICE_RUN,
  waitsForConnections: true,
  activity: 'integration',
  topics: ['products'],
  mostItems: MOST_PRICES,
  read: ({ slug }) => ({ slug: String(slug) }),
  title: (_, total) => `Angre ${total === 1 ? '1 prisendring' : `${total} prisendringer`}`,
  done: (_, count) => `${prices(count)} er satt tilbake`,
  run: undoOne,
}

async function undoOne(platform: Platform, work: PlannedWork): Promise<ItemOutcome> {
  const { companyId, subject, begunBefore, signal } = work
  const change = await undoableById(platform.db, companyId, subject)
  // The change is already undone. If the item was started before, an earlier attempt did that and
  // was killed before its outcome was recorded.
  if (!change) return begunBefore ? BACK : { ...BACK, status: 'left_alone', code: 'undone' }
  if (change.before === null) return NO_PRICE
  const planned: Planned = {
    what: 'price',
    fikenProductId: change.productId ?? 0,
    servicem8Uuid: change.materialUuid ?? '',
    to: change.system,
    before: change.after,
    after: change.before,
  }
  const clients = await clientsFor(platform, work)
  return patiently(platform, signal, async (again) => {
    const mayBeDone = again || begunBefore !== null
    const outcome = await writePrice(clients, {
      to: targetOf(planned),
      price: planned.after,
      expected: planned.before,
      evenIfLarge: true,
      asRead: change.beforeAsRead,
      by: 'undo',
      taskId: work.taskId,
      ...(mayBeDone ? { lost: { before: planned.before } } : {}),
    })
    if (outcome.kind === 'moved') return moved(planned.to, 'price')
    // Otherwise the next run would treat the restored price as the older one.
    await forgetPrice(platform.db, companyId, {
      productId: planned.fikenProductId,
      materialUuid: planned.servicem8Uuid,
    })
    await markUndone(platform.db, companyId, subject, instant(platform.clock))
    return outcome.kind === 'same' && !mayBeDone ? BACK : done(planned)
  })
}

const BACK: ItemOutcome = { status: 'done', message: 'Prisen er som den var.' }
const NO_PRICE: ItemOutcome = {
  status: 'left_alone',
  message: 'Hadde ingen pris før.',
  code: 'no_price',
}
