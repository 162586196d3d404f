import { Big } from 'big.js'

/**
 * An exact decimal number, for arithmetic on the vendors' decimal strings. Sums and products are
 * exact; only {@link divide} rounds, once, half away from zero, to the requested number of
 * decimals.
 */
export type Exact = Big

const ExactNumber = Big()
// Strict mode rejects JavaScript numbers (binary floating point): only strings are allowed, and
// integers through exact().
ExactNumber.strict = true

export const ZERO: Exact = new ExactNumber('0')

/**
 * Returns an exact number from a decimal string ("198.9000") or an integer (øre).
 * @throws RangeError for anything else
 */
export function exact(value: string | number): Exact {
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new RangeError(`Only whole numbers are exact: ${value}`)
    return new ExactNumber(String(value))
  }
  const text = value.trim()
  if (!/^[+-]?\d+(\.\d*)?$/.test(text))
    throw new RangeError(`Not a decimal number: ${JSON.stringify(value)}`)
  return new ExactNumber(text.replace('+', ''))
}

export function round(value: Exact, decimals = 0): Exact {
  return value.round(decimals, Big.roundHalfUp)
}

/** Rounds away from zero to the next whole number; a whole number does not change. */
export function roundUp(value: Exact): Exact {
  return value.round(0, Big.roundUp)
}

/**
 * Divides, rounding once to the given number of decimals.
 * @throws Error on division by zero
 */
export function divide(numerator: Exact, denominator: Exact, decimals: number): Exact {
  const Divider = Big()
  Divider.DP = decimals
  Divider.RM = Big.roundHalfUp
  return exact(new Divider(numerator.toFixed()).div(denominator.toFixed()).toFixed())
}

/**
 * Returns a whole number as a JavaScript number.
 * @throws RangeError if it has decimals or is too large to be exact
 */
export function toInteger(value: Exact): number {
  const number = Number(value.toFixed())
  if (!Number.isSafeInteger(number))
    throw new RangeError(`Not an exact whole number: ${value.toFixed()}`)
  return number
}

/** Returns the shortest decimal string: no exponent, no trailing zeros, no negative zero. */
export function toText(value: Exact): string {
  return value.toFixed()
}
