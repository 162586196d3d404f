import type { AnswerOf, BodyOf } from '#shared/contract'
import { DELETE_PRODUCTS, type deleteProducts as contract } from '#shared/contracts/products/tasks'
import { HttpError } from '../../../platform/http-error.ts'
import type { Actor } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { reasonOf } from '../../connections/vendor-failure.ts'
import { materialsByUuid } from '../../mirrors/materials.ts'
import { productFromMirror, productsFor } from '../../mirrors/products.ts'
import type { ItemOutcome, TaskKind } from '../../tasks/kind.ts'
import { restGoesOn } from '../../tasks/present.ts'
import { awaitTask, startTask } from '../../tasks/start-task.ts'
import { comparable } from '../comparison/answer-comparison.ts'
import { patiently } from '../planned/patiently.ts'
import { clientsFor, type PlannedWork } from '../planned/write-planned.ts'
import { removeMaterial, removeProduct } from '../writes/remove-item.ts'
import { idOfSelected, type Selected, selectionOf } from './selection.ts'

export const deleteProducts: TaskKind<{ slug: string }> = {
  name: DELETE_PRODUCTS,
  waitsForConnections: true,
  activity: 'integration',
  topics: ['products'],
  read: ({ slug }) => ({ slug: String(slug) }),
  title: (_, total) => `Slett ${products(total)}`,
  done: (_, count) => `${products(count)} er slettet`,
  run: deleteOne,
}

const products = (count: number) => (count === 1 ? '1 produkt' : `${count} produkter`)

/**
 * Deletes the selected items, and returns the number of items deleted so far.
 * @throws HttpError 400 when an id has an unknown format, 409 when a system is not connected
 */
export async function deleteSelected(
  platform: Platform,
  companyId: string,
  actor: Actor,
  body: BodyOf<typeof contract>,
  gone: AbortSignal,
): Promise<AnswerOf<typeof contract>> {
  const selected = selectionOf(body)
  const { slug } = await comparable(platform, companyId)
  const names = await namesOf(platform, companyId, slug, selected)
  const { id } = await startTask(platform, companyId, {
    actor,
    kind: deleteProducts,
    parameters: { slug },
    items: selected.map((one) => ({ subject: idOfSelected(one), title: names(one) })),
  })
  const { finished, waitsFor, counts } = await awaitTask(platform, companyId, id, gone)
  const { done, failed, leftAlone, total } = counts
  return {
    success: failed === 0,
    taskId: id,
    finished,
    waitsFor,
    deleted: done,
    failed,
    leftAlone,
    message: [
      finished
        ? `${products(done)} er slettet.`
        : `${done} av ${products(total)} er slettet så langt. ${restGoesOn(waitsFor)}`,
      leftAlone > 0 ? `${leftAlone} er ikke endret.` : '',
      failed > 0 ? `${failed} feilet.` : '',
    ]
      .filter(Boolean)
      .join(' '),
  }
}

async function namesOf(
  { db }: Platform,
  companyId: string,
  slug: string,
  selected: readonly Selected[],
): Promise<(one: Selected) => string> {
  const uuids = selected.flatMap(({ servicem8Uuid }) => servicem8Uuid ?? [])
  const items = new Map(
    (await materialsByUuid(db, companyId, uuids)).map(({ uuid, name }) => [uuid, name]),
  )
  const inFiken = new Map(
    (await productsFor(db, companyId, slug)).map(({ productId, name }) => [productId, name]),
  )
  return (one) =>
    items.get(one.servicem8Uuid ?? '') || inFiken.get(one.fikenProductId ?? 0) || idOfSelected(one)
}

/**
 * Deletes one item. A half of a pair that is already deleted is not an error, so that an
 * interrupted item can be completed.
 */
async function deleteOne(platform: Platform, work: PlannedWork): Promise<ItemOutcome> {
  const { subject, signal, begunBefore } = work
  const [selected] = selectionOf({ itemIds: [subject] })
  if (!selected || (begunBefore === null && !(await isKnown(platform, work, selected))))
    return { status: 'left_alone', message: 'Finnes ikke.', code: 'not_found' }
  const { fikenProductId, servicem8Uuid } = selected
  const clients = await clientsFor(platform, work)
  if (fikenProductId !== null)
    await patiently(platform, signal, () => removeProduct(clients, fikenProductId))
  if (servicem8Uuid !== null)
    try {
      await patiently(platform, signal, () => removeMaterial(clients, servicem8Uuid))
    } catch (error) {
      throw fikenProductId === null || signal.aborted ? error : halfDone(error)
    }
  return { status: 'done', message: doneIn(selected) }
}

/**
 * Returns true if our copies contain the item. Only such items belong to this company and may be
 * deleted at the vendors.
 */
async function isKnown(
  { db }: Platform,
  { companyId, parameters }: PlannedWork,
  { fikenProductId, servicem8Uuid }: Selected,
): Promise<boolean> {
  const product =
    fikenProductId === null ||
    (await productFromMirror(db, companyId, parameters.slug, fikenProductId)) !== null
  const item =
    servicem8Uuid === null || (await materialsByUuid(db, companyId, [servicem8Uuid])).length > 0
  return product && item
}

function halfDone(error: unknown): unknown {
  if (!(error instanceof HttpError)) return error
  const message = `Er gjort inaktivt i Fiken, men ikke slettet i ServiceM8: ${reasonOf(error)}`
  // The status is 502, because the refusal's own status would mean that nothing was changed.
  return new HttpError(502, error.code, message)
}

function doneIn({ fikenProductId, servicem8Uuid }: Selected): string {
  if (servicem8Uuid === null) return 'Er gjort inaktivt i Fiken.'
  if (fikenProductId === null) return 'Er slettet i ServiceM8.'
  return 'Er gjort inaktivt i Fiken og slettet i ServiceM8.'
}
