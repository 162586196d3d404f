import type { Product } from '#clients/fiken/types'
import type {
  Comparison,
  Duplicates,
  MatchedProduct,
  NameMatch,
} from '#shared/contracts/products/comparison'
import { foldText } from '#shared/names'
import { keyOfNumber, productNumberOf } from '../../products/product-number.ts'
import {
  fikenDuplicateRow,
  fikenOnlyRow,
  matchedRow,
  nameMatchRow,
  servicem8DuplicateRow,
  servicem8OnlyRow,
  type PricedMaterial,
} from './rows.ts'
import { pairKey, type Snapshot } from './snapshot.ts'

export interface ComparisonInput {
  /** Active ones. */
  materials: readonly PricedMaterial[]
  /** Active ones. */
  products: readonly Product[]
  /** By {@link pairKey}. */
  snapshots: ReadonlyMap<string, Snapshot>
}

interface Group {
  number: string
  products: Product[]
  materials: PricedMaterial[]
}

/**
 * Holds the lists of both systems against each other. Those that have a number once in each are
 * matched; a number that one of them has twice is decided by a person, in both.
 */
export function compareProducts({ materials, products, snapshots }: ComparisonInput): Comparison {
  const groups = new Map<string, Group>()
  const groupOf = (number: string): Group => {
    const key = keyOfNumber(number)
    const group = groups.get(key) ?? { number: number.trim(), products: [], materials: [] }
    groups.set(key, group)
    return group
  }
  const productsAlone = products.filter(({ productNumber }) => productNumber.trim() === '')
  for (const product of products) {
    if (product.productNumber.trim() !== '') groupOf(product.productNumber).products.push(product)
  }
  for (const one of materials) groupOf(productNumberOf(one.material)).materials.push(one)

  const matchedProducts: MatchedProduct[] = []
  const itemsAlone: PricedMaterial[] = []
  const [fikenDuplicates, servicem8Duplicates]: [Duplicates[], Duplicates[]] = [[], []]
  for (const group of groups.values()) {
    const [product, ...moreProducts] = group.products
    const [item, ...moreItems] = group.materials
    if (moreProducts.length + moreItems.length > 0) {
      const productNumber = group.number
      if (product)
        fikenDuplicates.push({ productNumber, products: group.products.map(fikenDuplicateRow) })
      if (item)
        servicem8Duplicates.push({
          productNumber,
          products: group.materials.map((one) => servicem8DuplicateRow(one, productNumber)),
        })
    } else if (product && item) {
      const snapshot = snapshots.get(pairKey(product.productId, item.material.uuid))
      matchedProducts.push(matchedRow(product, item, snapshot ?? null))
    } else if (product) {
      productsAlone.push(product)
    } else if (item) {
      itemsAlone.push(item)
    }
  }
  return {
    fikenProductCount: products.length,
    servicem8MaterialCount: materials.length,
    matched: matchedProducts.length,
    matchedProducts: matchedProducts.sort(byName),
    missingInServiceM8: productsAlone.map(fikenOnlyRow).sort(byName),
    missingInFiken: itemsAlone.map(servicem8OnlyRow).sort(byName),
    fikenDuplicates: fikenDuplicates.sort(byNumber),
    servicem8Duplicates: servicem8Duplicates.sort(byNumber),
    nameMatches: nameMatchesOf(productsAlone, itemsAlone).sort(byName),
  }
}

const inNorwegian = new Intl.Collator('nb', { numeric: true })
const byName = (a: { name: string }, b: { name: string }) => inNorwegian.compare(a.name, b.name)
const byNumber = (a: Duplicates, b: Duplicates) =>
  inNorwegian.compare(a.productNumber, b.productNumber)

/** Pairs of what each has alone whose names are the same, and are so once in each. */
function nameMatchesOf(
  products: readonly Product[],
  materials: readonly PricedMaterial[],
): NameMatch[] {
  const named = onceEach(materials, ({ material }) => material.name)
  return [...onceEach(products, ({ name }) => name)].flatMap(([name, product]) => {
    const item = named.get(name)
    return item ? [nameMatchRow(product, item)] : []
  })
}

/** By normalised name, without those that share one and those that have none. */
function onceEach<T>(all: readonly T[], nameOf: (one: T) => string): Map<string, T> {
  const found = new Map<string, T>()
  const shared = new Set<string>([''])
  for (const one of all) {
    const name = foldText(nameOf(one)).trim()
    if (shared.has(name)) continue
    if (found.has(name)) {
      found.delete(name)
      shared.add(name)
    } else found.set(name, one)
  }
  return found
}
