import { MOST_PRICE, MOST_STOCK } from '#shared/contracts/products/writes'
import { isDecimal, parseKronerInput } from '#shared/money'

export type Entry = { value: number; wrong?: undefined } | { value?: undefined; wrong: string }

/** Parses a typed net price in kroner and returns øre, or the reason why it is wrong. */
export function priceEntry(typed: string): Entry {
  const ore = parseKronerInput(typed)
  if (ore === null) return { wrong: 'Skriv prisen som et tall, for eksempel 149,90' }
  if (ore < 0) return { wrong: 'Prisen kan ikke være under 0 kr' }
  return ore > MOST_PRICE ? { wrong: 'Prisen kan være høyst 10 000 000 kr' } : { value: ore }
}

export const typedPrice = (ore: number | null): string =>
  ore === null ? '' : (ore / 100).toFixed(2).replace('.', ',')

/** Parses a typed stock quantity; for `not_a_number`, the user must confirm 0. */
export function stockEntry(typed: string): Entry | 'not_a_number' {
  const plain = typed
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(',', '.')
    .replace('\u2212', '-')
  if (!isDecimal(plain)) return 'not_a_number'
  const value = Number(plain)
  if (value < 0) return { wrong: 'Antallet kan ikke være under 0.' }
  return value > MOST_STOCK
    ? { wrong: 'Antallet er for stort.' }
    : { value: value === 0 ? 0 : value }
}

export const typedStock = (stock: number | null): string =>
  stock === null ? '' : String(stock).replace('.', ',')
