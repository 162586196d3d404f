import { isExternalError } from '#clients/http/external-error'
import type { FikenCompany } from '#clients/fiken/client'
import type { NewProduct, Product } from '#clients/fiken/types'
import type { Material } from '#clients/servicem8/types'
import type { BodyOf } from '#shared/contract'
import type { createProduct as contract, ExistingProduct } from '#shared/contracts/products/writes'
import { formatKroner } from '#shared/money'
import { HttpError } from '../../../platform/http-error.ts'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { singleLine, split } from '../../drafts/truncate.ts'
import { materialsByUuid } from '../../mirrors/materials.ts'
import { findProducts, writeThroughProduct } from '../../mirrors/products.ts'
import { ensureProduct, type Ensured } from '../../products/ensure-products.ts'
import { keyOfNumber, productNumberOf } from '../../products/product-number.ts'
import { decideProducts } from '../../reservations/reserve.ts'
import { itemVat } from '../item-vat.ts'
import { recordChange } from '../change-store.ts'
import { pairNumbered } from '../pair.ts'
import type { ProductClients } from './clients.ts'
import { countedStock, priceInKroner, priceInOre } from './given.ts'
import { keepWhatAgrees } from './settle.ts'

type Given = BodyOf<typeof contract>

const MOST_NAME = 200
const GOODS = '3000'
const SERVICES = '3020'
const OUTSIDE_VAT = '3200'

export interface CreatedProduct {
  productId: number
  name: string
  revived: boolean
}

/**
 * Creates a product in Fiken from a ServiceM8 item, but never twice: the number is searched for
 * first, also among inactive products, and again before a request whose response was lost is
 * repeated.
 * @throws HttpError 409 `product_exists`, 400 `invalid_product`, 503 `unknown_outcome`;
 * ExternalError, LimiterBusy
 */
export async function createProduct(
  clients: ProductClients,
  given: Given,
): Promise<CreatedProduct> {
  const { platform, companyId, slug } = clients
  const { db, clock } = platform
  const material = await materialOf(platform, { companyId, slug }, given)
  const requested = await requestedProduct(platform, { companyId, slug }, given, material)
  const fiken = await clients.fiken()
  const { productNumber } = requested
  const [found] = await findProducts(platform, companyId, fiken, productNumber)
  if (found?.active) throw alreadyThere(found)
  const product = found
    ? await revive(fiken, found, requested)
    : await make(platform, companyId, fiken, requested).catch(async (error: unknown) => {
        if (!isExternalError(error, 'conflict')) throw error
        // The product was created elsewhere after the search.
        const [since] = await findProducts(platform, companyId, fiken, productNumber)
        if (!since?.active) throw error
        throw alreadyThere(since)
      })
  await writeThroughProduct(db, companyId, slug, product)
  if (found && found.unitPrice !== product.unitPrice) {
    const { productId, name } = product
    const change = {
      productId,
      materialUuid: material?.uuid ?? null,
      name,
      number: product.productNumber,
      ...({ system: 'fiken', what: 'price', by: 'person' } as const),
      before: found.unitPrice,
      after: product.unitPrice,
    }
    await recordChange(db, companyId, change, instant(clock))
  }
  if (material) {
    const vat = await itemVat(db, companyId, slug)
    await keepWhatAgrees(db, companyId, { product, material }, vat, instant(clock))
  }
  return { productId: product.productId, name: product.name, revived: found !== undefined }
}

async function materialOf(
  { db }: Platform,
  owner: { companyId: string; slug: string },
  given: Given,
): Promise<Material | null> {
  if (given.uuid !== undefined) {
    const [material] = await materialsByUuid(db, owner.companyId, [given.uuid])
    if (!material?.active) throw new HttpError(404, 'not_found', 'Varen finnes ikke i ServiceM8.')
    return material
  }
  return (await pairNumbered(db, owner, given.productNumber ?? given.item_number ?? '')).material
}

/**
 * Returns the content of the product to create, from the request and the item.
 * @throws HttpError 400
 */
async function requestedProduct(
  { db }: Platform,
  { companyId, slug }: { companyId: string; slug: string },
  given: Given,
  material: Material | null,
): Promise<NewProduct> {
  const vat = await itemVat(db, companyId, slug)
  const account = given.incomeAccount ?? GOODS
  if (![GOODS, SERVICES, OUTSIDE_VAT].includes(account))
    throw invalid('Velg inntektskonto 3000 (vare) eller 3020 (tjeneste).')
  const booked = vat.bookedOn(material ?? { taxRateUuid: null }, { service: account === SERVICES })
  if (!booked.ok) throw invalid(aboutItem(booked.problem.message))
  const name = split(singleLine(given.name ?? material?.name ?? ''), MOST_NAME).head
  if (name === '') throw invalid('Produktet må ha et navn.')
  const number = (given.productNumber ?? given.item_number ?? '').trim()
  const productNumber = number || (material ? productNumberOf(material) : '')
  if (productNumber === '') throw invalid('Produktet må ha et nummer.')
  const stock =
    given.quantity_in_stock === undefined || given.quantity_in_stock === null
      ? null
      : countedStock(given.quantity_in_stock)
  return {
    name,
    productNumber,
    unitPrice: priceOf(given, material && vat.netOf(material, material.price)),
    incomeAccount: booked.account,
    vatType: booked.vatType,
    ...noteOf(given, name),
    ...(stock !== null && material?.isInventoried === true ? { stock } : {}),
  }
}

const aboutItem = (message: string) =>
  message.replaceAll('linjen', 'varen').replaceAll('Linjen', 'Varen')

/**
 * Returns the note with the item's description, because a Fiken product has no description; empty
 * when the description only repeats the name.
 */
function noteOf({ description = '' }: Given, name: string): { note?: string } {
  const note = singleLine(description)
  return note === '' || note === name ? {} : { note }
}

function priceOf({ unitPrice, salePrice }: Given, ofItem: number | null): number {
  if (unitPrice !== undefined) return priceInOre(unitPrice)
  if (salePrice !== undefined) return priceInKroner(salePrice)
  if (ofItem === null) throw invalid('Varen har ingen pris i ServiceM8. Skriv en pris.')
  return priceInOre(ofItem)
}

async function revive(
  fiken: FikenCompany,
  { productId }: Product,
  { name, unitPrice, incomeAccount, vatType, note }: NewProduct,
): Promise<Product> {
  const { after } = await fiken.products.update(productId, {
    active: true,
    name,
    unitPrice,
    incomeAccount,
    vatType,
    ...(note === undefined ? {} : { note }),
  })
  return after
}

async function make(
  platform: Platform,
  companyId: string,
  fiken: FikenCompany,
  requested: NewProduct,
): Promise<Product> {
  const request = { timeline: { step: () => undefined }, signal: new AbortController().signal }
  const ensure = (): Promise<Ensured> =>
    ensureProduct(platform, companyId, fiken, requested, request)
  let ensured = await ensure()
  if ('verdict' in ensured && ensured.verdict.gone) {
    // The product was searched for long enough; by requesting it again, the user confirms that it
    // may be created again.
    const key = keyOfNumber(requested.productNumber)
    await decideProducts(platform, { companyId, slug: fiken.slug }, [key], 'create')
    ensured = await ensure()
  }
  const [product] = 'found' in ensured ? ensured.found : []
  if (product) return product
  throw new HttpError(
    503,
    'unknown_outcome',
    `Fiken svarte ikke tydelig, så vi vet ikke om «${requested.name}» ble opprettet. Prøv igjen om litt: vi ser etter det i Fiken først, så det blir ikke to.`,
  )
}

function alreadyThere({ productId, productNumber, name, unitPrice }: Product): HttpError {
  const existing: ExistingProduct = {
    productId,
    productNumber,
    name,
    unitPrice,
    suggestion:
      'Oppdater listen: produktene får samme nummer og vises som én rad. Skal de være to, gi varen i ServiceM8 et annet nummer.',
  }
  const price = unitPrice === null ? 'uten pris' : formatKroner(unitPrice)
  return new HttpError(
    409,
    'product_exists',
    `«${name}» har nummeret ${productNumber} i Fiken allerede (${price}, ID ${productId}).`,
    { existing },
  )
}

const invalid = (message: string) => new HttpError(400, 'invalid_product', message)
