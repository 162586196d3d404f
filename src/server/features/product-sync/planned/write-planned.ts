import { formatDecimal, formatKroner } from '#shared/money'
import { instant } from '../../../platform/clock.ts'
import { HttpError } from '../../../platform/http-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { writeThroughMaterial } from '../../mirrors/materials.ts'
import { productFromMirror, writeThroughProduct } from '../../mirrors/products.ts'
import { productNumberOf } from '../../products/product-number.ts'
import type { ItemOutcome, Work } from '../../tasks/kind.ts'
import { productsOnDrafts } from '../../transfers/queries.ts'
import { recordOnce, type Change } from '../change-store.ts'
import { itemVat } from '../item-vat.ts'
import { pairNumbered } from '../pair.ts'
import { productClients, type ProductClients } from '../writes/clients.ts'
import { writePrice, type PriceWrite } from '../writes/write-price.ts'
import { writeStock } from '../writes/write-stock.ts'
import { patiently } from './patiently.ts'
import { plannedOfSubject, type Planned, type Side } from './subject.ts'

/** An item whose plan was made for this company. */
export type PlannedWork = Work<{ slug: string }>

/**
 * Does one write of a plan, if both sides still are what the plan saw. Done again after a kill or a
 * lost answer, it finds what it has written.
 */
export async function writePlanned(
  platform: Platform,
  work: PlannedWork,
  by: Change['by'],
): Promise<ItemOutcome> {
  const planned = plannedOfSubject(work.subject)
  const clients = await clientsFor(platform, work)
  return patiently(platform, work.signal, (again) => {
    const mayBeDone = again || work.begunBefore !== null
    const write: Write = { planned, clients, by, mayBeDone }
    return planned.what === 'price'
      ? writePlannedPrice(platform, work, write)
      : writePlannedStock(platform, work, write)
  })
}

/** @throws HttpError 409 when another company has been chosen since it was started */
export async function clientsFor(
  platform: Platform,
  { userId, signal, parameters }: PlannedWork,
): Promise<ProductClients> {
  const clients = await productClients(platform, userId, { signal })
  if (clients.slug === parameters.slug) return clients
  throw new HttpError(
    409,
    'another_company',
    'Et annet selskap er valgt i Fiken siden dette ble startet.',
  )
}

interface Write {
  planned: Planned
  clients: ProductClients
  by: Change['by']
  mayBeDone: boolean
}

async function writePlannedPrice(
  platform: Platform,
  work: PlannedWork,
  { planned, clients, by, mayBeDone }: Write,
): Promise<ItemOutcome> {
  const { userId, taskId } = work
  const { before, after } = planned
  const write = { to: targetOf(planned), price: after, evenIfLarge: true, by, taskId }
  // Expecting what is to be written, this writes nothing: it looks whether it is there.
  if (mayBeDone) {
    const found = await writePrice(platform, userId, clients, { ...write, expected: after })
    if (found.kind === 'same') {
      await keepLost(platform, work, clients.slug, { planned, by, name: found.name })
      return done(planned)
    }
  }
  const source = await readSource(platform, userId, clients, planned)
  if (source === 'apart') return APART
  if (source !== after) return moved(otherSide(planned.to), 'Prisen')
  const outcome = await writePrice(platform, userId, clients, { ...write, expected: before })
  if (outcome.kind === 'moved') return moved(planned.to, 'Prisen')
  return outcome.kind === 'same' ? SAME : done(planned)
}

async function writePlannedStock(
  platform: Platform,
  work: PlannedWork,
  { planned, clients, by, mayBeDone }: Write,
): Promise<ItemOutcome> {
  const { userId, taskId } = work
  const { fikenProductId, servicem8Uuid: uuid, to, before, after } = planned
  if ((await productsOnDrafts(platform.db, userId, clients.slug)).has(fikenProductId))
    return {
      status: 'left_alone',
      message: 'Ligger på et utkast som ikke er fakturert. Fiken trekker lageret ved fakturering.',
      code: 'on_draft',
    }
  const known =
    to === 'fiken' ? { fiken: before, servicem8: after } : { servicem8: before, fiken: after }
  const outcome = await writeStock(platform, userId, clients, {
    ...{ uuid, stock: after, known, by, taskId },
    only: to,
  })
  if (outcome.kind === 'moved')
    return moved(outcome[to] === before ? otherSide(to) : to, 'Lagertallet')
  if (outcome[to] === 'written') return done(planned)
  if (!mayBeDone) return SAME
  await keepLost(platform, work, clients.slug, { planned, by, name: outcome.name })
  return done(planned)
}

/**
 * What the newer side has now, net øre, which is written through to our copy; `apart` when the two
 * have no number in common any more.
 */
async function readSource(
  { db }: Platform,
  userId: string,
  { slug, fiken, servicem8 }: ProductClients,
  { to, fikenProductId, servicem8Uuid }: Planned,
): Promise<number | null | 'apart'> {
  let number: string
  let price: number | null
  if (to === 'servicem8') {
    const product = await (await fiken()).products.get(fikenProductId)
    await writeThroughProduct(db, userId, slug, product)
    number = product.productNumber
    price = product.unitPrice
  } else {
    const material = await (await servicem8()).materials.get(servicem8Uuid)
    await writeThroughMaterial(db, userId, material)
    number = productNumberOf(material)
    price = (await itemVat(db, userId, slug)).netOf(material, material.price)
  }
  const { product, material } = await pairNumbered(db, { userId, slug }, number)
  const isPair = product?.productId === fikenProductId && material?.uuid === servicem8Uuid
  return isPair ? price : 'apart'
}

/** A write whose record was lost with the process, or whose answer never came. */
export async function keepLost(
  { db, clock }: Platform,
  { userId, taskId }: Pick<PlannedWork, 'userId' | 'taskId'>,
  slug: string,
  { planned, by, name }: { planned: Planned; by: Change['by']; name: string },
): Promise<void> {
  const { what, fikenProductId, servicem8Uuid, to, before, after } = planned
  const product = await productFromMirror(db, userId, slug, fikenProductId)
  const pair = { productId: fikenProductId, materialUuid: servicem8Uuid, name }
  const number = product?.productNumber ?? ''
  const change = { ...pair, number, system: to, what, before, after, by, taskId }
  await recordOnce(db, userId, change, instant(clock))
}

export const targetOf = ({ to, fikenProductId, servicem8Uuid }: Planned): PriceWrite['to'] =>
  to === 'fiken'
    ? { system: 'fiken', productId: fikenProductId }
    : { system: 'servicem8', uuid: servicem8Uuid }

const otherSide = (side: Side): Side => (side === 'fiken' ? 'servicem8' : 'fiken')
const NAMES = { fiken: 'Fiken', servicem8: 'ServiceM8' } as const

const SAME: ItemOutcome = { status: 'left_alone', message: 'Var lik fra før.', code: 'same' }
const APART: ItemOutcome = {
  status: 'left_alone',
  message: 'Har ikke lenger samme nummer i ServiceM8 og Fiken, eller er slettet i en av dem.',
  code: 'apart',
}

export const moved = (side: Side, what: string): ItemOutcome => ({
  status: 'left_alone',
  message: `${what} i ${NAMES[side]} er endret siden, så ingenting er skrevet.`,
  code: 'moved',
})

export function done({ what, to, before, after }: Planned): ItemOutcome {
  const shown = (value: number) =>
    what === 'price' ? formatKroner(value) : formatDecimal(String(value))
  const from = before === null ? '' : `fra ${shown(before)} `
  const subject = what === 'price' ? 'Prisen' : 'Lagertallet'
  const message = `${subject} i ${NAMES[to]} er endret ${from}til ${shown(after)}.`
  return { status: 'done', message }
}
