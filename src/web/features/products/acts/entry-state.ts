import { MOST_PRICE, MOST_STOCK } from '#shared/contracts/products/writes'
import { isDecimal, parseKronerInput } from '#shared/money'
import { text } from './text.ts'

/** What was typed, as pure rules. */

export type Entry = { value: number; wrong?: undefined } | { value?: undefined; wrong: string }

/** A net price in øre. */
export function priceEntry(typed: string): Entry {
  const ore = parseKronerInput(typed)
  if (ore === null) return { wrong: text.price.unreadable }
  if (ore < 0) return { wrong: text.price.negative }
  return ore > MOST_PRICE ? { wrong: text.price.tooLarge } : { value: ore }
}

/** Øre as they are put into the field: "1234,50". */
export const typedPrice = (ore: number | null): string =>
  ore === null ? '' : (ore / 100).toFixed(2).replace('.', ',')

/** A counted stock. `not_a_number`: it becomes 0, and is asked about. */
export function stockEntry(typed: string): Entry | 'not_a_number' {
  const plain = typed
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(',', '.')
    .replace('\u2212', '-')
  if (!isDecimal(plain)) return 'not_a_number'
  const value = Number(plain)
  if (value < 0) return { wrong: text.stock.negative }
  return value > MOST_STOCK ? { wrong: text.stock.tooLarge } : { value: value === 0 ? 0 : value }
}

/** As it is put into the field. */
export const typedStock = (stock: number | null): string =>
  stock === null ? '' : String(stock).replace('.', ',')
