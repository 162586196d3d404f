import type { Material } from '#clients/servicem8/types'
import { LARGE_CHANGE } from '#shared/contracts/products/writes'
import { HttpError } from '../../../platform/http-error.ts'
import { changeMaterial } from '../../mirrors/materials.ts'
import { changeProduct } from '../../mirrors/products.ts'
import { priceFromNet } from '../../products/net-price.ts'
import { productNumberOf } from '../../products/product-number.ts'
import { priceAsRead } from '../change-store.ts'
import { itemVat } from '../item-vat.ts'
import { pairNumbered, type Pair } from '../pair.ts'
import type { ProductClients } from './clients.ts'
import { nameOf, settle, type Write } from './settle.ts'

/** A price to write; `expected` is in net øre. */
export interface PriceWrite extends Write {
  /** The new price in net øre. */
  price: number
  evenIfLarge: boolean
  /** The same price as ServiceM8 wrote it; looked up in the history if undefined. */
  asRead?: string | null | undefined
}

export type PriceOutcome =
  | { kind: 'written'; name: string; before: number | null }
  | { kind: 'same'; name: string }
  /** The current price is neither the expected nor the new price, so nothing is written. */
  | { kind: 'moved'; name: string; now: number | null }
  /** The change is more than 50 %, so nothing is written until the user has confirmed it. */
  | { kind: 'large'; name: string; before: number }

/**
 * Writes a price to one system if the price read just before permits it. Updates our copy, the
 * history and, if both sides now agree, the pair's snapshot. The call can safely be repeated.
 * @throws HttpError, ExternalError, LimiterBusy
 */
export async function writePrice(
  clients: ProductClients,
  write: PriceWrite,
): Promise<PriceOutcome> {
  return write.to.system === 'fiken'
    ? writeToFiken(clients, write, write.to.productId)
    : writeToServicem8(clients, write, write.to.uuid)
}

/** The price that was read just before: in net øre and, from ServiceM8, as written there. */
interface PriceRead {
  before: number | null
  beforeAsRead: string | null
}

async function writeToFiken(
  clients: ProductClients,
  write: PriceWrite,
  productId: number,
): Promise<PriceOutcome> {
  const { platform, companyId, slug } = clients
  const { db } = platform
  const fiken = await clients.fiken()
  const { before, after: product } = await changeProduct(
    platform,
    companyId,
    fiken,
    productId,
    ({ unitPrice }) => (judge(write, unitPrice) === 'write' ? { unitPrice: write.price } : null),
  )
  const { material } = await pairNumbered(db, { companyId, slug }, product.productNumber)
  const read = { before: before.unitPrice, beforeAsRead: null }
  return settled(clients, write, read, { product, material })
}

async function writeToServicem8(
  clients: ProductClients,
  write: PriceWrite,
  uuid: string,
): Promise<PriceOutcome> {
  const { platform, companyId, slug } = clients
  const { db } = platform
  const vat = await itemVat(db, companyId, slug)
  const known = write.asRead ?? (await priceAsRead(db, companyId, uuid, write.price))
  const servicem8 = await clients.servicem8()
  const netOf = (item: Material) => vat.netOf(item, item.price)
  const changed = await changeMaterial(platform, companyId, servicem8, uuid, (current) => {
    if (judge(write, netOf(current)) !== 'write') return null
    const percent = vat.percentIn(current)
    if (percent === null) throw unknownRate(current)
    return { price: priceFromNet(write.price, current, percent, known) }
  })
  const { before, after: material } = changed
  const { product } = await pairNumbered(db, { companyId, slug }, productNumberOf(material))
  const read = { before: netOf(before), beforeAsRead: before.price }
  return settled(clients, write, read, { product, material })
}

type Judged = 'write' | 'same' | 'moved' | 'large'

/** Decides whether to write, given the current price in net øre. */
export function judge(
  { price, expected, evenIfLarge }: Pick<PriceWrite, 'price' | 'expected' | 'evenIfLarge'>,
  now: number | null,
): Judged {
  if (now === price) return 'same'
  if (expected !== undefined && now !== expected) return 'moved'
  return !evenIfLarge && isLargeChange(now, price) ? 'large' : 'write'
}

/**
 * Returns true if the price in net øre changes by more than 50 %. A product without a price can get
 * any price.
 */
export function isLargeChange(before: number | null, after: number): boolean {
  if (before === null || before === 0) return false
  return Math.abs(after - before) * 100 > Math.abs(before) * LARGE_CHANGE
}

async function settled(
  clients: ProductClients,
  write: PriceWrite,
  { before, beforeAsRead }: PriceRead,
  { product, material }: Pair,
): Promise<PriceOutcome> {
  const name = nameOf(write, { product, material })
  const judged = judge(write, before)
  if (judged === 'moved') return { kind: 'moved', name, now: before }
  if (judged === 'large') return { kind: 'large', name, before: before ?? 0 }
  const vat = await itemVat(clients.platform.db, clients.companyId, clients.slug)
  const isAgreed = material !== null && product?.unitPrice === vat.netOf(material, material.price)
  await settle(clients, write, {
    what: 'price',
    after: write.price,
    before,
    beforeAsRead,
    written: judged === 'write',
    product,
    material,
    agreed: isAgreed ? { netPrice: write.price } : null,
  })
  return judged === 'write' ? { kind: 'written', name, before } : { kind: 'same', name }
}

function unknownRate({ name }: Material): HttpError {
  return new HttpError(
    409,
    'vat_unknown',
    `Prisen på «${name}» er med MVA i ServiceM8, men MVA-satsen er ikke kjent. Velg en sats på varen i ServiceM8.`,
  )
}
