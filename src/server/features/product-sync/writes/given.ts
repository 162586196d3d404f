import { MOST_PRICE, MOST_STOCK } from '#shared/contracts/products/writes'
import { isDecimal, oreFromDecimal, oreFromKroner } from '#shared/money'
import { HttpError } from '../../../platform/http-error.ts'

const PRICE = {
  none: 'Skriv en pris.',
  unreadable: 'Prisen må være et tall, for eksempel 149,90.',
  negative: 'Prisen kan ikke være under 0 kr.',
  large: 'Prisen kan være høyst 10 000 000 kr.',
} as const

const refuse = (code: string, message: string) => new HttpError(400, code, message)

/**
 * Converts a net price in kroner to øre.
 * @param given in kroner; further decimals are rounded
 * @throws HttpError 400 `invalid_price`
 */
export function priceInKroner(given: unknown): number {
  return withinBounds(() => {
    if (typeof given === 'number') return oreFromKroner(given)
    const text = typeof given === 'string' ? given.trim().replace(',', '.') : ''
    if (given === undefined || given === null || text === '')
      throw refuse('invalid_price', PRICE.none)
    if (!isDecimal(text)) throw new RangeError(text)
    return oreFromDecimal(text)
  })
}

/**
 * Parses a net price in øre.
 * @throws HttpError 400 `invalid_price`
 */
export function priceInOre(given: unknown): number {
  return withinBounds(() => {
    if (given === undefined || given === null || given === '')
      throw refuse('invalid_price', PRICE.none)
    const ore = typeof given === 'string' && isDecimal(given) ? Number(given) : given
    if (typeof ore !== 'number' || !Number.isFinite(ore)) throw new RangeError('no number')
    return Math.round(ore)
  })
}

function withinBounds(read: () => number): number {
  const ore = orRefused(read)
  if (ore < 0) throw refuse('invalid_price', PRICE.negative)
  if (ore > MOST_PRICE) throw refuse('invalid_price', PRICE.large)
  return Object.is(ore, -0) ? 0 : ore
}

function orRefused(read: () => number): number {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw refuse('invalid_price', PRICE.unreadable)
  }
}

/**
 * Parses a counted stock, at least 0; null when the value is not a number (which the specification
 * treats as 0 after a second confirmation).
 * @throws HttpError 400 `invalid_stock`
 */
export function countedStock(given: unknown): number | null {
  const number =
    typeof given === 'string' && isDecimal(given.replace(',', '.'))
      ? Number(given.trim().replace(',', '.'))
      : given
  if (typeof number !== 'number' || !Number.isFinite(number)) return null
  if (number < 0) throw refuse('invalid_stock', 'Antallet kan ikke være under 0.')
  if (number > MOST_STOCK) throw refuse('invalid_stock', 'Antallet er for stort.')
  return Object.is(number, -0) ? 0 : number
}

export function productIdOf(given: unknown): number {
  const id = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id <= 0)
    throw new HttpError(404, 'not_found', 'Produktet finnes ikke.')
  return id
}
