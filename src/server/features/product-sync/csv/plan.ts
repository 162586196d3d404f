import type { Comparison } from '#shared/contracts/products/comparison'
import type { CsvDifference } from '#shared/contracts/products/csv'
import { oreFromKroner, parseKronerInput } from '#shared/money'
import { HttpError } from '../../../platform/http-error.ts'
import { inSlices } from '../../../platform/fairness/slices.ts'
import { keyOfNumber } from '../../products/product-number.ts'
import { countedStock, priceInOre } from '../writes/given.ts'
import { isLargeChange } from '../writes/write-price.ts'
import type { FileLine } from './read-file.ts'

export interface CsvPlan {
  differences: CsvDifference[]
  unchanged: number
  problems: { line: number; message: string }[]
}

interface Half<Id> {
  id: Id
  /** The price in net øre. */
  price: number | null
  stock: number | null
}

interface Known {
  name: string
  number: string
  fiken: Half<number> | null
  servicem8: Half<string> | null
}

/**
 * Compares the file with both systems, in slices. An empty cell changes nothing; an invalid line is
 * reported and skipped.
 */
export async function planImport(
  lines: readonly FileLine[],
  comparison: Comparison,
): Promise<CsvPlan> {
  const pause = inSlices()
  const known = await indexOf(comparison, pause)
  const plan: CsvPlan = { differences: [], unchanged: 0, problems: [] }
  const used = new Set<Known>()
  for (const { line, cells } of lines) {
    await pause()
    try {
      const product = known.find(cells)
      if (used.has(product)) throw new Refused('Produktet står i filen mer enn én gang.')
      used.add(product)
      const found = differencesOf(product, cells)
      plan.differences.push(...found)
      if (found.length === 0) plan.unchanged += 1
    } catch (error) {
      if (!(error instanceof Refused) && !(error instanceof HttpError)) throw error
      plan.problems.push({ line, message: error.message })
    }
  }
  return plan
}

class Refused extends Error {
  override name = 'Refused'
}

function differencesOf(product: Known, cells: FileLine['cells']): CsvDifference[] {
  const { name, number, fiken, servicem8 } = product
  const found: CsvDifference[] = []
  const compare = (
    to: CsvDifference['to'],
    half: Half<string | number> | null,
    given: { price: string | undefined; stock: string | undefined },
  ) => {
    const system = to === 'fiken' ? 'Fiken' : 'ServiceM8'
    const [price, stock] = [valueIn(given.price, priceFrom), valueIn(given.stock, stockFrom)]
    if (half === null) {
      if (price !== null || stock !== null) throw new Refused(`Produktet er ikke i ${system}.`)
      return
    }
    const rest = { name, number, to }
    if (price !== null && price !== half.price) {
      const large = isLargeChange(half.price, price)
      const id = `price:${to}:${half.id}`
      found.push({ id, ...rest, what: 'price', before: half.price, after: price, large })
    }
    if (stock === null || stock === half.stock) return
    if (to === 'fiken' && half.stock === null)
      throw new Refused('Produktet er ikke lagerført i Fiken.')
    const id = `stock:${to}:${half.id}`
    found.push({ id, ...rest, what: 'stock', before: half.stock, after: stock, large: false })
  }
  compare('servicem8', servicem8, { price: cells.servicem8Price, stock: cells.servicem8Stock })
  compare('fiken', fiken, { price: cells.fikenPrice, stock: cells.fikenStock })
  return found
}

function valueIn(text: string | undefined, read: (text: string) => number): number | null {
  const bare = (text ?? '').replace(/[\s\u00a0\u202f]/g, '')
  return bare === '' ? null : read(bare)
}

const priceFrom = (text: string) => priceInOre(parseKronerInput(text) ?? NaN)

function stockFrom(text: string): number {
  const stock = countedStock(text)
  if (stock === null) throw new Refused('Antallet på lager må være et tall.')
  return stock
}

async function indexOf(
  comparison: Comparison,
  pause: () => Promise<void>,
): Promise<{ find: (cells: FileLine['cells']) => Known }> {
  const byId = new Map<string, Known>()
  const byNumber = new Map<string, Known | null>()
  const add = async (one: Known, numbered = true) => {
    await pause()
    if (one.fiken) byId.set(`fiken ${one.fiken.id}`, one)
    if (one.servicem8) byId.set(`servicem8 ${one.servicem8.id}`, one)
    const key = keyOfNumber(one.number)
    if (numbered && key !== '') byNumber.set(key, byNumber.has(key) ? null : one)
  }
  for (const one of comparison.matchedProducts)
    await add({
      name: one.name,
      number: one.fikenProductNumber,
      fiken: { id: one.fikenProductId, price: one.fikenPrice, stock: one.fikenStock },
      servicem8: {
        id: one.servicem8Uuid,
        price: oreOf(one.servicem8SalePrice),
        stock: one.servicem8Stock,
      },
    })
  for (const {
    name,
    productNumber: number,
    productId,
    unitPrice,
    stockQuantity,
  } of comparison.missingInServiceM8)
    await add({
      name,
      number,
      fiken: { id: productId, price: unitPrice, stock: stockQuantity },
      servicem8: null,
    })
  for (const {
    name,
    item_number: number,
    uuid,
    salePrice,
    quantity_in_stock,
  } of comparison.missingInFiken)
    await add({
      name,
      number,
      fiken: null,
      servicem8: { id: uuid, price: oreOf(salePrice), stock: quantity_in_stock },
    })
  for (const { productNumber: number, products } of [
    ...comparison.fikenDuplicates,
    ...comparison.servicem8Duplicates,
  ])
    for (const {
      name,
      productId,
      unitPrice,
      stockQuantity,
      uuid,
      price,
      quantity_in_stock,
    } of products)
      await add(
        {
          name,
          number,
          fiken:
            productId === undefined
              ? null
              : { id: productId, price: unitPrice ?? null, stock: stockQuantity ?? null },
          servicem8:
            uuid === undefined
              ? null
              : { id: uuid, price: oreOf(price ?? null), stock: quantity_in_stock ?? null },
        },
        false,
      )
  const find = ({ fikenId = '', servicem8Uuid = '', number = '' }: FileLine['cells']): Known => {
    const ids = [
      ...(fikenId === '' ? [] : [byId.get(`fiken ${fikenId}`)]),
      ...(servicem8Uuid === '' ? [] : [byId.get(`servicem8 ${servicem8Uuid}`)]),
    ]
    const [first, ...others] = ids.length > 0 ? ids : [byNumber.get(keyOfNumber(number))]
    if (!first) throw new Refused('Produktet finnes ikke, eller nummeret er brukt flere ganger.')
    if (others.some((one) => one !== first))
      throw new Refused('Fiken-ID og ServiceM8-ID hører ikke til samme produkt.')
    return first
  }
  return { find }
}

const oreOf = (kroner: number | null) => (kroner === null ? null : oreFromKroner(kroner))
