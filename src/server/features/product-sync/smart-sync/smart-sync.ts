import type { AnswerOf, BodyOf } from '#shared/contract'
import { type runSmartSync, SMART_SYNC } from '#shared/contracts/products/tasks'
import { MOST_ITEMS } from '#shared/contracts/tasks'
import { subjectOfPlanned } from '#shared/planned-write'
import { HttpError } from '../../../platform/http-error.ts'
import type { Actor } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { materialsReadAt } from '../../mirrors/materials.ts'
import { productsReadAt } from '../../mirrors/products.ts'
import type { TaskKind } from '../../tasks/kind.ts'
import { restGoesOn } from '../../tasks/present.ts'
import { awaitTask, startTask } from '../../tasks/start-task.ts'
import { productsOnDrafts } from '../../transfers/queries.ts'
import { comparable } from '../comparison/answer-comparison.ts'
import { compareLists } from '../comparison/read-comparison.ts'
import { writePlanned } from '../planned/write-planned.ts'
import { planSync, type SyncPlan } from './plan-sync.ts'

export const smartSync: TaskKind<{ slug: string }> = {
  name: SMART_SYNC,
  waitsForConnections: true,
  activity: 'integration',
  topics: ['products'],
  read: ({ slug }) => ({ slug: String(slug) }),
  title: (_, total) => `Smart Sync av ${changes(total)}`,
  done: (_, count) => `${changes(count)} er skrevet`,
  run: (platform, work) => writePlanned(platform, work, 'smart_sync'),
}

const changedSince = (count: number) =>
  count === 0
    ? ''
    : `${changes(count)} er blitt annerledes siden de ble vist, og er ikke skrevet. Åpne Smart Sync igjen for å se dem.`

const changes = (count: number) =>
  count === 1 ? '1 pris eller lagertall' : `${count} priser og lagertall`

/**
 * Plans a Smart Sync from our copies, without sending requests.
 * @throws HttpError 409 when there is nothing to compare, or the lists have never been read
 */
export async function readSyncPlan(
  platform: Platform,
  companyId: string,
): Promise<SyncPlan & { slug: string }> {
  const { db } = platform
  const { slug } = await readLists(platform, companyId)
  const { matchedProducts } = await compareLists(db, companyId, slug)
  return { slug, ...planSync(matchedProducts, await productsOnDrafts(db, companyId, slug)) }
}

/**
 * Returns the company whose lists have been read.
 * @throws HttpError 409 when there is nothing to compare, or the lists have never been read
 */
export async function readLists(platform: Platform, companyId: string): Promise<{ slug: string }> {
  const { db } = platform
  const { account, slug } = await comparable(platform, companyId)
  if (
    (await materialsReadAt(db, companyId, account)) &&
    (await productsReadAt(db, companyId, slug))
  )
    return { slug }
  throw new HttpError(
    409,
    'not_read',
    'Produktene er ikke hentet fra ServiceM8 og Fiken ennå. Prøv igjen når listene er lest.',
  )
}

/**
 * Starts the planned writes, and returns the task's progress. Only one Smart Sync runs at a time; a
 * second click returns the running task.
 * @param body `only` lists the writes that the user has seen and chosen; a write that is no longer
 * in the plan is skipped
 */
export async function runSync(
  platform: Platform,
  companyId: string,
  actor: Actor,
  body: NonNullable<BodyOf<typeof runSmartSync>>,
  gone: AbortSignal,
): Promise<AnswerOf<typeof runSmartSync>> {
  const { slug, writes } = await readSyncPlan(platform, companyId)
  const seen = body.only && new Set(body.only)
  const wanted = seen ? writes.filter((write) => seen.has(subjectOfPlanned(write))) : writes
  const changed = seen ? changedSince(seen.size - wanted.length) : ''
  const items = wanted.slice(0, MOST_ITEMS).map((write) => ({
    subject: subjectOfPlanned(write),
    title: `${write.name} (${write.number})`,
  }))
  if (items.length === 0)
    return {
      success: true,
      taskId: null,
      finished: true,
      waitsFor: null,
      updated: 0,
      failed: 0,
      leftAlone: 0,
      message: changed || 'Det er ingenting å oppdatere.',
    }
  const { id, started } = await startTask(platform, companyId, {
    actor,
    kind: smartSync,
    parameters: { slug },
    items,
    rule: SMART_SYNC,
  })
  const { finished, waitsFor, counts } = await awaitTask(platform, companyId, id, gone)
  const { done, failed, leftAlone, total } = counts
  const rest = started ? wanted.length - items.length : 0
  return {
    success: failed === 0,
    taskId: id,
    finished,
    waitsFor,
    updated: done,
    failed,
    leftAlone,
    message: [
      started ? '' : 'Smart Sync var i gang allerede.',
      finished
        ? `${changes(done)} er oppdatert.`
        : `${done} av ${changes(total)} er oppdatert så langt. ${restGoesOn(waitsFor)}`,
      leftAlone > 0 ? `${leftAlone} er ikke endret.` : '',
      changed,
      failed > 0 ? `${failed} feilet.` : '',
      rest > 0 ? `${rest} til er ikke tatt med. Kjør Smart Sync igjen når denne er ferdig.` : '',
    ]
      .filter(Boolean)
      .join(' '),
  }
}
