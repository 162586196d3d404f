import type { Product } from '#clients/fiken/types'
import type {
  Comparison,
  Duplicates,
  MatchedProduct,
  NameMatch,
} from '#shared/contracts/products/comparison'
import { foldText } from '#shared/names'
import { inSlices } from '../../../platform/fairness/slices.ts'
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
import { pairKey, type Snapshot } from '../snapshot.ts'

export interface ComparisonInput {
  materials: readonly PricedMaterial[]
  products: readonly Product[]
  /** The pairs' last agreed values, by {@link pairKey}. */
  snapshots: ReadonlyMap<string, Snapshot>
}

interface Group {
  number: string
  products: Product[]
  materials: PricedMaterial[]
}

/**
 * Compares the lists of both systems in slices, so that other work on the thread is not delayed. A
 * number that occurs once in each system is a match; a number that occurs twice in either system is
 * left to the user.
 */
export async function compareInSlices(input: ComparisonInput): Promise<Comparison> {
  const pause = inSlices()
  const steps = comparing(input)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await pause()
  }
}

type Steps<T> = Generator<undefined, T>

/** Compares the lists as a generator, which yields regularly so that other work can run. */
export function* comparing({ materials, products, snapshots }: ComparisonInput): Steps<Comparison> {
  const groups = new Map<string, Group>()
  const groupOf = (number: string): Group => {
    const key = keyOfNumber(number)
    const group = groups.get(key) ?? { number: number.trim(), products: [], materials: [] }
    groups.set(key, group)
    return group
  }
  const productsAlone: Product[] = []
  yield* each(products, (product) => {
    const { productNumber } = product
    const alike = productNumber.trim() === '' ? productsAlone : groupOf(productNumber).products
    alike.push(product)
  })
  yield* each(materials, (one) => groupOf(productNumberOf(one.material)).materials.push(one))

  const matchedProducts: MatchedProduct[] = []
  const itemsAlone: PricedMaterial[] = []
  const [fikenDuplicates, servicem8Duplicates]: [Duplicates[], Duplicates[]] = [[], []]
  yield* each(groups.values(), (group) => {
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
  })
  return {
    fikenProductCount: products.length,
    servicem8MaterialCount: materials.length,
    matched: matchedProducts.length,
    matchedProducts: yield* sorted(matchedProducts, byName),
    missingInServiceM8: yield* sorted(productsAlone.map(fikenOnlyRow), byName),
    missingInFiken: yield* sorted(itemsAlone.map(servicem8OnlyRow), byName),
    fikenDuplicates: yield* sorted(fikenDuplicates, byNumber),
    servicem8Duplicates: yield* sorted(servicem8Duplicates, byNumber),
    nameMatches: yield* sorted(yield* nameMatchesOf(productsAlone, itemsAlone), byName),
  }
}

/** The number of rows per step, which takes about a millisecond. */
const ROWS = 200

function* each<T>(rows: Iterable<T>, take: (row: T) => unknown): Steps<void> {
  let taken = 0
  for (const row of rows) {
    take(row)
    taken += 1
    if (taken % ROWS === 0) yield
  }
}

function* sorted<T>(rows: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  if (rows.length <= ROWS) return rows.toSorted(compare)
  const middle = rows.length >> 1
  const left = yield* sorted(rows.slice(0, middle), compare)
  const right = yield* sorted(rows.slice(middle), compare)
  yield
  const merged: T[] = []
  let next = 0
  for (const row of right) {
    for (
      let other = left[next];
      other !== undefined && compare(other, row) <= 0;
      other = left[next]
    ) {
      merged.push(other)
      next += 1
      if (merged.length % ROWS === 0) yield
    }
    merged.push(row)
    if (merged.length % ROWS === 0) yield
  }
  return [...merged, ...left.slice(next)]
}

const inNorwegian = new Intl.Collator('nb', { numeric: true })
const byName = (a: { name: string }, b: { name: string }) => inNorwegian.compare(a.name, b.name)
const byNumber = (a: Duplicates, b: Duplicates) =>
  inNorwegian.compare(a.productNumber, b.productNumber)

function* nameMatchesOf(
  products: readonly Product[],
  materials: readonly PricedMaterial[],
): Steps<NameMatch[]> {
  const named = yield* onceEach(materials, ({ material }) => material.name)
  return [...(yield* onceEach(products, ({ name }) => name))].flatMap(([name, product]) => {
    const item = named.get(name)
    return item ? [nameMatchRow(product, item)] : []
  })
}

function* onceEach<T>(all: readonly T[], nameOf: (one: T) => string): Steps<Map<string, T>> {
  const found = new Map<string, T>()
  const shared = new Set<string>([''])
  yield* each(all, (one) => {
    const name = foldText(nameOf(one)).trim()
    if (shared.has(name)) return
    if (found.has(name)) {
      found.delete(name)
      shared.add(name)
    } else found.set(name, one)
  })
  return found
}
