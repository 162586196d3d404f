import { VENDOR_NAMES } from '#shared/access/vendor-names'
import { formatDecimal, formatKroner } from '#shared/money'
import { plannedOfSubject, type Planned, type Side } from '#shared/planned-write'
import { HttpError } from '../../../platform/http-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { readMaterial } from '../../mirrors/materials.ts'
import { readProduct } from '../../mirrors/products.ts'
import { productNumberOf } from '../../products/product-number.ts'
import { stockOf } from '../../products/stock.ts'
import type { ItemOutcome, Work } from '../../tasks/kind.ts'
import { productsOnDrafts } from '../../transfers/queries.ts'
import type { Change } from '../change-store.ts'
import { itemVat } from '../item-vat.ts'
import { pairNumbered } from '../pair.ts'
import { productClients, type ProductClients } from '../writes/clients.ts'
import type { Target, Write } from '../writes/settle.ts'
import { writePrice } from '../writes/write-price.ts'
import { writeStock } from '../writes/write-stock.ts'
import { patiently } from './patiently.ts'

export type PlannedWork = Work<{ slug: string }>

/**
 * Performs one planned write if both sides still have the planned values. When repeated after a
 * crash or a lost response, recognises a value that it has already written.
 */
export async function writePlanned(
  platform: Platform,
  work: PlannedWork,
  by: Change['by'],
): Promise<ItemOutcome> {
  const planned = plannedOfSubject(work.subject)
  const clients = await clientsFor(platform, work)
  return patiently(platform, work.signal, (again) =>
    attempt(work, clients, planned, { by, mayBeDone: again || work.begunBefore !== null }),
  )
}

async function attempt(
  work: PlannedWork,
  clients: ProductClients,
  planned: Planned,
  { by, mayBeDone }: { by: Change['by']; mayBeDone: boolean },
): Promise<ItemOutcome> {
  const { taskId } = work
  const { what, to, before, after, fikenProductId } = planned
  const write = (how: Pick<ValueWrite, 'expected' | 'lost'>) =>
    writeValue(clients, { what, to: targetOf(planned), value: after, by, taskId, ...how })
  // This call expects the new value, so it writes nothing and only checks whether the value has
  // already been written.
  if (mayBeDone && (await write({ expected: after, lost: { before } })) === 'same')
    return done(planned)
  if (what === 'stock' && (await onDrafts(clients)).has(fikenProductId)) return ON_DRAFT
  const source = await readSource(clients, planned)
  if (source === 'apart') return APART
  if (source !== after) return moved(otherSide(to), what)
  const outcome = await write({ expected: before })
  if (outcome === 'moved') return moved(to, what)
  return outcome === 'same' ? SAME : done(planned)
}

const onDrafts = ({ platform, companyId, slug }: ProductClients) =>
  productsOnDrafts(platform.db, companyId, slug)

interface ValueWrite extends Write {
  what: Planned['what']
  /** The value to write: net øre for a price, a number of units for a stock. */
  value: number
}

/**
 * Writes a value to one system, however large the change: the user has seen the change, or can undo
 * it.
 */
export async function writeValue(
  clients: ProductClients,
  { what, value, ...write }: ValueWrite,
): Promise<'written' | 'same' | 'moved'> {
  if (what === 'stock') return (await writeStock(clients, { ...write, stock: value })).kind
  const price = { ...write, price: value, evenIfLarge: true }
  const { kind } = await writePrice(clients, price)
  return kind === 'large' ? 'moved' : kind
}

/**
 * Opens the clients for a task's item.
 * @throws HttpError 409 when another company has been chosen since the task was started
 */
export async function clientsFor(
  platform: Platform,
  { companyId, signal, parameters }: PlannedWork,
): Promise<ProductClients> {
  const clients = await productClients(platform, companyId, { signal })
  if (clients.slug === parameters.slug) return clients
  throw new HttpError(
    409,
    'another_company',
    'Et annet selskap er valgt i Fiken siden dette ble startet.',
  )
}

/**
 * Returns the newer side's current value (net øre or a stock), and updates our copy; `apart` if the
 * two sides no longer have the same number.
 */
async function readSource(
  { platform, companyId, slug, fiken, servicem8 }: ProductClients,
  { what, to, fikenProductId, servicem8Uuid }: Planned,
): Promise<number | null | 'apart'> {
  const { db } = platform
  let number: string
  let value: number | null
  if (to === 'servicem8') {
    const product = await readProduct(platform, companyId, await fiken(), fikenProductId)
    number = product.productNumber
    value = what === 'price' ? product.unitPrice : product.stock
  } else {
    const material = await readMaterial(platform, companyId, await servicem8(), servicem8Uuid)
    number = productNumberOf(material)
    const vat = await itemVat(db, companyId, slug)
    value = what === 'price' ? vat.netOf(material, material.price) : stockOf(material)
  }
  const { product, material } = await pairNumbered(db, { companyId, slug }, number)
  const isPair = product?.productId === fikenProductId && material?.uuid === servicem8Uuid
  return isPair ? value : 'apart'
}

export const targetOf = ({ to, fikenProductId, servicem8Uuid }: Planned): Target =>
  to === 'fiken'
    ? { system: 'fiken', productId: fikenProductId }
    : { system: 'servicem8', uuid: servicem8Uuid }

const otherSide = (side: Side): Side => (side === 'fiken' ? 'servicem8' : 'fiken')
const SUBJECTS = { price: 'Prisen', stock: 'Lagertallet' } as const

export const SAME: ItemOutcome = { status: 'left_alone', message: 'Var lik fra før.', code: 'same' }
const ON_DRAFT: ItemOutcome = {
  status: 'left_alone',
  message: 'Ligger på et utkast som ikke er fakturert. Fiken trekker lageret ved fakturering.',
  code: 'on_draft',
}
const APART: ItemOutcome = {
  status: 'left_alone',
  message: 'Har ikke lenger samme nummer i ServiceM8 og Fiken, eller er slettet i en av dem.',
  code: 'apart',
}

export const moved = (side: Side, what: Planned['what']): ItemOutcome => ({
  status: 'left_alone',
  message: `${SUBJECTS[what]} i ${VENDOR_NAMES[side]} er endret siden, så ingenting er skrevet.`,
  code: 'moved',
})

export function done({ what, to, before, after }: Planned): ItemOutcome {
  const shown = (value: number) =>
    what === 'price' ? formatKroner(value) : formatDecimal(String(value))
  const from = before === null ? '' : `fra ${shown(before)} `
  const message = `${SUBJECTS[what]} i ${VENDOR_NAMES[to]} er endret ${from}til ${shown(after)}.`
  return { status: 'done', message }
}
