import type {
  Comparison,
  DuplicateProduct,
  FikenOnly,
  MatchedProduct,
  NameMatch,
  Servicem8Only,
} from '#shared/contracts/products/comparison'

/** Minimum price difference in øre that the summary and the filter count. */
export const DISCREPANCY_ORE = 1
/** Minimum price difference in øre for the row's deviation dot and for Smart Sync. */
export const DEVIATION_ORE = 100

export const STATUSES = [
  'perfect',
  'deviation',
  'duplicate',
  'fiken_only',
  'servicem8_only',
  'same_name',
] as const
export type Status = (typeof STATUSES)[number]

export type Item =
  | { kind: 'matched'; pair: MatchedProduct }
  /** A product only in Fiken; `match` is a ServiceM8 item with the same name but another number. */
  | { kind: 'fiken_only'; product: FikenOnly; match: NameMatch | null }
  | { kind: 'servicem8_only'; material: Servicem8Only; match: NameMatch | null }
  | { kind: 'duplicate'; product: DuplicateProduct }

export interface Listed {
  /** The id as used by bulk delete: `matched:<fikenId>:<uuid>`, `fiken:<id>` or `sm8:<uuid>`. */
  id: string
  item: Item
  status: Status
  name: string
  number: string
  /** The product number as a sort key, in which "9" comes before "10". */
  numberKey: string
  /** The net price in øre; null when there is no price or the product is not in Fiken. */
  fikenPrice: number | null
  servicem8Price: number | null
  fikenStock: number | null
  servicem8Stock: number | null
  deviates: boolean
  words: string
}

export const oreOf = (kroner: number | null): number | null =>
  kroner === null ? null : Math.round(kroner * 100)

/** Returns the difference of the prices in øre; a missing price counts as 0. */
export const priceDifference = ({
  fikenPrice,
  servicem8SalePrice,
}: Pick<MatchedProduct, 'fikenPrice' | 'servicem8SalePrice'>): number =>
  Math.abs((fikenPrice ?? 0) - (oreOf(servicem8SalePrice) ?? 0))

/** A comparison of names with numeric order, so that "Storgata 2" comes before "Storgata 10". */
const BY_NAME = new Intl.Collator('nb', { numeric: true })

export function listed(comparison: Comparison): readonly Listed[] {
  const { nameMatches } = comparison
  const ofProduct = new Map(nameMatches.map((match) => [match.fikenProductId, match]))
  const ofMaterial = new Map(nameMatches.map((match) => [match.servicem8Uuid, match]))
  const duplicates = [...comparison.fikenDuplicates, ...comparison.servicem8Duplicates]
  return [
    ...comparison.matchedProducts.map(matchedRow),
    ...comparison.missingInServiceM8.map((product) =>
      fikenRow(product, ofProduct.get(product.productId) ?? null),
    ),
    ...comparison.missingInFiken.map((material) =>
      servicem8Row(material, ofMaterial.get(material.uuid) ?? null),
    ),
    ...duplicates.flatMap(({ products }) => products.map(duplicateRow)),
  ].sort((one, other) => BY_NAME.compare(one.name, other.name))
}

function matchedRow(pair: MatchedProduct): Listed {
  const difference = priceDifference(pair)
  return {
    id: `matched:${pair.fikenProductId}:${pair.servicem8Uuid}`,
    item: { kind: 'matched', pair },
    status: difference < DEVIATION_ORE ? 'perfect' : 'deviation',
    name: pair.name,
    number: pair.fikenProductNumber,
    numberKey: numberKeyOf(pair.fikenProductNumber),
    fikenPrice: pair.fikenPrice,
    servicem8Price: oreOf(pair.servicem8SalePrice),
    fikenStock: pair.fikenStock,
    servicem8Stock: pair.servicem8Stock,
    deviates: difference >= DISCREPANCY_ORE,
    words: wordsOf(
      pair.name,
      pair.fikenName,
      pair.fikenProductNumber,
      pair.servicem8ItemNumber,
      pair.servicem8Barcode,
    ),
  }
}

function fikenRow(product: FikenOnly, match: NameMatch | null): Listed {
  return {
    id: `fiken:${product.productId}`,
    item: { kind: 'fiken_only', product, match },
    status: match ? 'same_name' : 'fiken_only',
    name: product.name,
    number: product.productNumber,
    numberKey: numberKeyOf(product.productNumber),
    fikenPrice: product.unitPrice,
    servicem8Price: null,
    fikenStock: product.stock,
    servicem8Stock: null,
    deviates: false,
    words: wordsOf(product.name, product.productNumber),
  }
}

function servicem8Row(material: Servicem8Only, match: NameMatch | null): Listed {
  const number = material.item_number || material.barcode
  return {
    id: `sm8:${material.uuid}`,
    item: { kind: 'servicem8_only', material, match },
    status: match ? 'same_name' : 'servicem8_only',
    name: material.name,
    number,
    numberKey: numberKeyOf(number),
    fikenPrice: null,
    servicem8Price: oreOf(material.salePrice),
    fikenStock: null,
    servicem8Stock: material.quantity_in_stock,
    deviates: false,
    words: wordsOf(material.name, material.item_number, material.barcode),
  }
}

function duplicateRow(product: DuplicateProduct): Listed {
  return {
    id: product.system === 'fiken' ? `fiken:${product.productId}` : `sm8:${product.uuid}`,
    item: { kind: 'duplicate', product },
    status: 'duplicate',
    name: product.name,
    number: product.duplicateProductNumber,
    numberKey: numberKeyOf(product.duplicateProductNumber),
    fikenPrice: product.unitPrice ?? null,
    servicem8Price: oreOf(product.price ?? null),
    fikenStock: product.stockQuantity ?? null,
    servicem8Stock: product.quantity_in_stock ?? null,
    deviates: false,
    words: wordsOf(product.name, product.duplicateProductNumber),
  }
}

/**
 * Returns a sort key in which each run of digits is prefixed with its length, so that a plain
 * string comparison sorts by number.
 */
export const numberKeyOf = (number: string): string =>
  number
    .toLowerCase()
    .replace(/0*(\d+)/g, (_, digits: string) => String.fromCharCode(0x2f + digits.length) + digits)

const wordsOf = (...parts: readonly string[]) => plain(parts.join('\n'))

/**
 * Returns the status to show for a row. Among price differences a pair within one krone is one of
 * them too.
 */
export const shownStatus = ({ status }: Pick<Listed, 'status'>, onlyPrices: boolean): Status =>
  onlyPrices && status === 'perfect' ? 'deviation' : status

/** Normalises a string for comparison: an "å" can be one code point or two. */
export const plain = (words: string): string => words.normalize('NFC').toLowerCase()

export interface Totals {
  fiken: number
  servicem8: number
  matched: number
  deviating: number
  all: number
}

export const totalsOf = (comparison: Comparison, all: readonly Listed[]): Totals => ({
  fiken: comparison.fikenProductCount,
  servicem8: comparison.servicem8MaterialCount,
  matched: comparison.matched,
  deviating: all.filter(({ deviates }) => deviates).length,
  all: all.length,
})

/** Returns true if every product is in both systems exactly once. */
export const isPerfect = (comparison: Comparison): boolean =>
  comparison.matched > 0 &&
  comparison.missingInServiceM8.length === 0 &&
  comparison.missingInFiken.length === 0 &&
  comparison.fikenDuplicates.length === 0 &&
  comparison.servicem8Duplicates.length === 0

export const offersSmartSync = ({ matchedProducts }: Comparison): boolean =>
  matchedProducts.some(isOutOfStep)

/** Returns true if it is known which side of the pair is newer and the two sides differ. */
export const isOutOfStep = (pair: MatchedProduct): boolean =>
  (pair.newerSource !== 'unknown' || pair.newerStock !== 'unknown') &&
  (priceDifference(pair) >= DEVIATION_ORE || stockDiffers(pair))

/** Returns true if both systems have a stock and the two are not the same. */
export const stockDiffers = ({ fikenStock, servicem8Stock }: MatchedProduct): boolean =>
  fikenStock !== null && servicem8Stock !== null && fikenStock !== servicem8Stock
