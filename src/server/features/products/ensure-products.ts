import type { FikenCompany } from '#clients/fiken/client'
import type { NewProduct, Product } from '#clients/fiken/types'
import type { Platform } from '../../platform/platform.ts'
import {
  endFound,
  knownOf,
  type Ledger,
  makeOnce,
  noteEmptyLook,
  productReservations,
  verdictAfterLook,
} from '../reservations/reserve.ts'
import type { AbsenceVerdict } from '../reservations/absence.ts'
import {
  findProducts,
  productsByNumber,
  refreshProducts,
  writeThroughProduct,
} from '../mirrors/products.ts'
import { keyOfNumber } from './product-number.ts'

export interface ProductMaking {
  timeline: { step(step: string, text: string, ok?: boolean | null): void }
  signal: AbortSignal
}

export type EnsuredProducts =
  | { kind: 'products'; products: Product[] }
  /** The products whose creation Fiken has not confirmed; searched for again at `until`. */
  | { kind: 'waiting'; names: string[]; until: Date }
  /** The products that were searched for long enough without being found, so the user decides. */
  | { kind: 'missing'; names: string[] }

/**
 * Finds or creates the products that our copy of Fiken's products lacks. Each is searched for by
 * number, created if Fiken does not have it, and then copied. While the creation of a product is
 * unconfirmed, it is not created again.
 */
export async function ensureProducts(
  platform: Platform,
  companyId: string,
  fiken: FikenCompany,
  missing: readonly NewProduct[],
  request: ProductMaking,
): Promise<EnsuredProducts> {
  const products: Product[] = []
  const open: { name: string; verdict: AbsenceVerdict }[] = []
  for (const requested of missing) {
    const ensured = await ensureProduct(platform, companyId, fiken, requested, request)
    if ('found' in ensured) products.push(...ensured.found)
    else
      open.push({
        name: `${requested.name} (${requested.productNumber})`,
        verdict: ensured.verdict,
      })
  }
  const waits = open.flatMap(({ verdict }) => (verdict.gone ? [] : [verdict.lookAgainAt.getTime()]))
  if (open.length === 0) return { kind: 'products', products }
  const names = open.map(({ name }) => name)
  return waits.length > 0
    ? { kind: 'waiting', names, until: new Date(Math.min(...waits)) }
    : { kind: 'missing', names }
}

/**
 * Returns the names of products whose creation was requested long ago and never confirmed by Fiken,
 * so that the user must decide about them. Sends no requests.
 */
export async function givenUpProducts(
  platform: Platform,
  ledger: Ledger,
  missing: readonly NewProduct[],
): Promise<string[]> {
  if (missing.length === 0) return []
  const open = (await productReservations(platform.db, ledger)).filter(
    (one) => one.word === null && verdictAfterLook(platform, one, 0).gone,
  )
  return missing.flatMap(({ name, productNumber }) =>
    open.some(({ key }) => key === keyOfNumber(productNumber))
      ? [`${name} (${productNumber})`]
      : [],
  )
}

export type Ensured = { found: Product[] } | { verdict: AbsenceVerdict }

/**
 * Finds a product by its number, or creates it. `verdict` is present when Fiken has not confirmed a
 * requested creation.
 * @throws ExternalError, HttpError, LimiterBusy; nothing was created in these cases
 */
export async function ensureProduct(
  platform: Platform,
  companyId: string,
  fiken: FikenCompany,
  requested: NewProduct,
  request: ProductMaking,
): Promise<Ensured> {
  const { db } = platform
  const { slug } = fiken
  const key = keyOfNumber(requested.productNumber)
  const standing =
    (await productReservations(db, { companyId, slug })).find((one) => one.key === key) ?? null
  if (standing?.word === 'text') {
    request.timeline.step(
      'build',
      `Produktet ${named(requested)} er ikke i Fiken; linjen går som fritekst, som bestemt`,
      null,
    )
    return { found: [] }
  }
  const known = standing && standing.word === null ? knownOf(platform, standing) : null
  if (known) return { verdict: known }
  const again = () => ensureProduct(platform, companyId, fiken, requested, request)

  const found = await lookFor(platform, companyId, fiken, requested, {
    changes: standing !== null,
    signal: request.signal,
  })
  if (found.length > 0) {
    if (standing && (await endFound(platform, companyId, standing.id, () => Promise.resolve()))) {
      request.timeline.step('build', `Produktet ${named(requested)} kom fram til Fiken likevel`)
    }
    return { found }
  }
  if (standing) {
    request.timeline.step('build', `Fant ikke produktet ${named(requested)} i Fiken`, false)
    const verdict = await noteEmptyLook(platform, companyId, standing.id)
    if (verdict === null) return again()
    if (!verdict.gone || standing.word === null) return { verdict }
  }
  const productOf = (productId: number): Product => ({
    ...requested,
    productId,
    active: true,
    stock: requested.stock ?? null,
    note: requested.note ?? '',
    lastModified: '',
  })
  const made = await makeOnce(
    platform,
    { companyId, slug },
    { kind: 'product', key, asked: { product: requested }, replaces: standing },
    {
      stillNew: async () =>
        (await productsByNumber(db, companyId, slug, [requested.productNumber])).length === 0,
      send: (beforeSend) => fiken.products.create(requested, { beforeSend }),
      settle: (tx, id) => writeThroughProduct(tx, companyId, slug, productOf(id)),
    },
  )
  if (made.kind === 'unanswered')
    request.timeline.step('build', 'Fiken svarte ikke tydelig; ser etter produktet i Fiken', false)
  if (made.kind === 'taken') {
    const [mirrored] = await productsByNumber(db, companyId, slug, [requested.productNumber])
    return mirrored ? { found: [mirrored] } : again()
  }
  if (made.kind !== 'made') return again()
  const product = productOf(made.id)
  // A decision that the user has made since concerns whether to create the product, not which
  // product the number identifies.
  if (!made.kept) await writeThroughProduct(db, companyId, slug, product)
  request.timeline.step('build', `Produktet ${named(requested)} er opprettet i Fiken`)
  return { found: [product] }
}

const named = ({ name, productNumber }: NewProduct) => `«${name}» (${productNumber})`

async function lookFor(
  platform: Platform,
  companyId: string,
  fiken: FikenCompany,
  { productNumber }: NewProduct,
  { changes, signal }: { changes: boolean; signal: AbortSignal },
): Promise<Product[]> {
  const { db } = platform
  if (changes) {
    await refreshProducts(platform, companyId, fiken, { signal, changesOnly: true })
    const mirrored = await productsByNumber(db, companyId, fiken.slug, [productNumber])
    if (mirrored.length > 0) return mirrored
  }
  return findProducts(platform, companyId, fiken, productNumber, signal)
}

const listed = (names: readonly string[]) => names.map((name) => `«${name}»`).join(', ')
const what = ({ length }: readonly string[]) => (length === 1 ? 'produktet' : 'produktene')

export const PRODUCT_WORDS = {
  waiting: (names: readonly string[]) =>
    `Fiken svarte ikke da ${what(names)} ${listed(names)} ble opprettet. Vi ser etter ${what(names)} i Fiken i inntil ti minutter, så det ikke blir to.`,
  missing: (names: readonly string[]) =>
    `Fiken svarte ikke da ${what(names)} ${listed(names)} ble opprettet, og vi har ikke funnet ${what(names)} der på ti minutter. Opprett likevel, eller send linjen uten produkt: da går den som fritekst.`,
}
