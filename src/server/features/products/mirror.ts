import type { FikenCompany } from '#clients/fiken/client'
import type { Product } from '#clients/fiken/types'
import type { ServiceM8Client } from '#clients/servicem8/client'
import type { Material } from '#clients/servicem8/types'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { followScope, NOW, stateOfMirror, type MirrorState } from '../connections/mirror-cursor.ts'
import { servicem8Scope, walkEdited, walkModified, type Walked, type WalkOptions } from '../connections/mirror-walk.ts'
import * as store from './store.ts'

/** Copies of Fiken's products and ServiceM8's materials, kept as those of customers are (customers/mirror.ts). */

/** All products of a company, inactive ones too, oldest first. */
export function productsFor(db: Db, userId: string, slug: string): Promise<Product[]> {
  return store.findProducts(db, userId, slug)
}

/** Products that have one of these numbers, inactive ones too, oldest first. Fiken does not promise that a number is unique. */
export async function productsByNumber(db: Db, userId: string, slug: string, numbers: readonly string[]): Promise<Product[]> {
  const wanted = [...new Set(numbers.map((number) => number.trim()).filter(Boolean))]
  const found = await Promise.all(wanted.map((number) => store.findNumbered(db, userId, slug, number)))
  return found.flat().sort((a, b) => a.productId - b.productId)
}

export async function productFromMirror(db: Db, userId: string, slug: string, productId: number): Promise<Product | null> {
  const [product] = await store.findProducts(db, userId, slug, store.hasProductId(productId))
  return product ?? null
}

/** All active materials. */
export function materialsFor(db: Db, userId: string): Promise<Material[]> {
  return store.findMaterials(db, userId, store.isActiveMaterial())
}

/** Removed ones too: an old line still names its material. */
export async function materialsByUuid(db: Db, userId: string, uuids: readonly string[]): Promise<Material[]> {
  return (await Promise.all([...new Set(uuids)].map((uuid) => store.findMaterial(db, userId, uuid)))).flat()
}

/** To be called with what Fiken answers after a product was made or changed. */
export function writeThroughProduct(db: Db, userId: string, slug: string, product: Product): Promise<void> {
  return store.putProducts(db, userId, slug, [product], NOW)
}

/** Fiken has answered that it does not know this product any more. */
export async function forgetProduct(db: Db, userId: string, slug: string, productId: number): Promise<void> {
  await store.dropProducts(db, userId, slug, [productId], NOW)
}

/** To be called with what ServiceM8 answers after a material was made or changed. */
export function writeThroughMaterial(db: Db, userId: string, material: Material): Promise<void> {
  return store.putMaterials(db, userId, [material], NOW)
}

/**
 * Brings the mirror of a company's products up to date. Whether a sale in Fiken counts as a change of its product is not documented, so
 * whoever compares stock asks for a `full` one.
 *
 * @throws ExternalError, GateClosed, GateBusy; the pages read until then are stored
 */
export function refreshProducts(
  platform: Platform,
  userId: string,
  company: FikenCompany,
  options: WalkOptions = {},
): Promise<Walked> {
  const { db } = platform
  const { slug } = company
  return walkModified(platform, { userId, mirror: 'products', slug }, options, (from) => company.products.list(from), {
    idOf: (product) => product.productId,
    store: (products, askedAt) => store.putProducts(db, userId, slug, products, askedAt),
    ids: () => store.productIds(db, userId, slug),
    drop: (ids, before) => store.dropProducts(db, userId, slug, ids, before),
    get: (id) => company.products.get(id, options.signal),
  })
}

/**
 * For whoever is about to look for a product and would make one that is not found: as ensureContactsMirror.
 *
 * @throws as refreshProducts
 */
export async function ensureProductsMirror(
  platform: Platform,
  userId: string,
  company: FikenCompany,
  options: { maxAgeMs?: number; signal?: AbortSignal } = {},
): Promise<MirrorState> {
  const state = await stateOfMirror(platform, userId, 'products', company.slug, options.maxAgeMs)
  if (state !== 'ready') await refreshProducts(platform, userId, company, { signal: options.signal })
  return state
}

/**
 * Brings the mirror of the account's materials up to date.
 *
 * @throws ExternalError, GateClosed; the pages read until then are stored
 */
export async function refreshMaterials(
  platform: Platform,
  userId: string,
  client: ServiceM8Client,
  options: WalkOptions = {},
): Promise<Walked> {
  const { db } = platform
  const scope = await servicem8Scope(db, userId)
  if (!scope) return { rows: 0, removed: 0, whole: false }
  await followScope(db, userId, ['materials'], scope.account, (tx) => store.dropMaterials(tx, userId))
  return walkEdited(
    platform,
    { userId, mirror: 'materials', ...scope },
    options,
    (from) => client.materials.list(from),
    (rows, askedAt) => store.putMaterials(db, userId, rows, askedAt),
  )
}
