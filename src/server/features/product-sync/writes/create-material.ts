import { v5 } from 'uuid'
import { isExternalError } from '#clients/http/external-error'
import type { Product } from '#clients/fiken/types'
import type { ServiceM8Client } from '#clients/servicem8/client'
import type { Material, NewMaterial } from '#clients/servicem8/types'
import { allRows } from '#clients/http/pages'
import { decimalFromOre } from '#shared/money'
import { instant } from '../../../platform/clock.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { singleLine, split } from '../../drafts/truncate.ts'
import { writeThroughMaterial } from '../../mirrors/materials.ts'
import { readProduct } from '../../mirrors/products.ts'
import { keyOfNumber } from '../../products/product-number.ts'
import { comparable } from '../comparison/answer-comparison.ts'
import { stockOf } from '../../products/stock.ts'
import { itemVat } from '../item-vat.ts'
import { recordChange } from '../change-store.ts'
import type { ProductClients } from './clients.ts'
import { keepWhatAgrees } from './settle.ts'

/**
 * The namespace of the item uuids. It must never change: the same product must always give the same
 * item uuid.
 */
const NAMESPACE = '0b8c0f5e-3c0f-5d0b-9d8e-5a4c2b7f6e11'
/** ServiceM8's maximum lengths of an item's name and number (reference §6.3). */
const MOST_NAME = 70
const MOST_NUMBER = 30
const DESCRIPTION = 'Importert fra Fiken'

/**
 * Creates an item in ServiceM8 from a product in Fiken, with a net price, or reactivates the
 * deleted item with the product's number. The item's uuid is computed from the product, so
 * repeating a request whose response was lost creates no second item.
 * @throws HttpError 404, 409 `material_exists`, `vat_unmapped`, 400; ExternalError, LimiterBusy
 */
export async function createMaterial(
  clients: ProductClients,
  productId: number,
): Promise<Material> {
  const { platform, companyId, slug } = clients
  const { db, clock } = platform
  const { account } = await comparable(platform, companyId)
  const fiken = await clients.fiken()
  const product = await readProduct(platform, companyId, fiken, productId)
  const vat = await itemVat(db, companyId, slug)
  const requested = newMaterial(product, {
    uuid: v5(JSON.stringify([account, slug, productId]), NAMESPACE),
    taxRateUuid: vat.rateFor(product.vatType),
  })
  const servicem8 = await clients.servicem8()
  const known = await findNumbered(servicem8, requested)
  const material = known
    ? await revive(servicem8, known.uuid, requested)
    : await makeMaterial(servicem8, requested)
  await writeThroughMaterial(db, companyId, material)
  if (known) {
    const change = {
      productId,
      materialUuid: material.uuid,
      name: material.name,
      ...({ number: product.productNumber, system: 'servicem8', by: 'person' } as const),
    }
    const price = {
      before: vat.netOf(known, known.price),
      beforeAsRead: known.price,
      after: vat.netOf(material, material.price),
    }
    const count = { before: stockOf(known), after: stockOf(material) }
    for (const [what, values] of [
      ['price', price],
      ['stock', count],
    ] as const)
      if (values.before !== values.after)
        await recordChange(db, companyId, { ...change, what, ...values }, instant(clock))
  }
  // The price of an item that was already active might have changed, so that the two sides do not
  // agree.
  await keepWhatAgrees(db, companyId, { product, material }, vat, instant(clock))
  return material
}

/**
 * Returns the content of the item to create.
 * @throws HttpError 409, 400
 */
function newMaterial(
  { name, productNumber, unitPrice, stock, vatType }: Product,
  { uuid, taxRateUuid }: { uuid: string; taxRateUuid: string | null },
): NewMaterial {
  const itemNumber = productNumber.trim()
  if (itemNumber.length > MOST_NUMBER)
    throw new HttpError(
      400,
      'number_too_long',
      `Nummeret ${itemNumber} er for langt for ServiceM8, som tar høyst ${MOST_NUMBER} tegn.`,
    )
  if (taxRateUuid === null)
    throw new HttpError(
      409,
      'vat_unmapped',
      `Ingen MVA-sats i ServiceM8 er koblet til MVA-typen ${vatType} i Fiken. Velg den i MVA-tabellen under Konfigurasjoner.`,
    )
  return {
    uuid,
    name: split(singleLine(name), MOST_NAME).head,
    description: DESCRIPTION,
    priceIncludesTax: false,
    taxRateUuid,
    ...(itemNumber === '' ? {} : { itemNumber }),
    ...(unitPrice === null ? {} : { price: decimalFromOre(unitPrice) }),
    ...(stock === null ? {} : { isInventoried: true, quantityInStock: String(stock) }),
  }
}

/**
 * Finds the item that already has the number. Numbers are unique in ServiceM8, including deleted
 * items, and our copy can lack the newest items.
 * @throws HttpError 409 when the item is active
 */
async function findNumbered(
  { materials }: ServiceM8Client,
  { uuid, itemNumber }: NewMaterial,
): Promise<Material | null> {
  if (itemNumber === undefined) return null
  const key = keyOfNumber(itemNumber)
  const numbered = (await allRows(materials.list({ itemNumber }))).filter(
    (one) => keyOfNumber(one.itemNumber) === key,
  )
  const taken = numbered.find((one) => one.active && one.uuid !== uuid)
  if (taken)
    throw new HttpError(
      409,
      'material_exists',
      `«${taken.name}» har nummeret ${itemNumber} i ServiceM8 allerede. Oppdater listen.`,
    )
  return numbered[0] ?? null
}

async function makeMaterial(
  { materials }: ServiceM8Client,
  requested: NewMaterial,
): Promise<Material> {
  try {
    await materials.create(requested)
  } catch (error) {
    // `conflict` means that the item was created earlier; with `unknown_outcome` the item may or
    // may not exist.
    if (!isExternalError(error, 'conflict', 'unknown_outcome')) throw error
    return revive({ materials }, requested.uuid, requested).catch((lookedFor: unknown) => {
      throw isExternalError(lookedFor, 'not_found') ? error : lookedFor
    })
  }
  return materials.get(requested.uuid)
}

async function revive(
  { materials }: Pick<ServiceM8Client, 'materials'>,
  uuid: string,
  { uuid: _asked, ...change }: NewMaterial,
): Promise<Material> {
  const { after } = await materials.update(uuid, ({ active }) =>
    active ? null : { ...change, active: true },
  )
  return after
}
