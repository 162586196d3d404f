/**
 * This file converts and formats money. Inside the product an amount is an integer number of øre;
 * vendors' decimal strings are converted to øre only here. Rounding is always half away from zero
 * (0,005 kr is 1 øre, −0,005 kr is −1 øre), so that a credited line cancels exactly the line it
 * credits; Fiken rounds positive amounts in the same way ("half up"). Nothing here depends on the
 * runtime's language data, because server and browser have different ICU versions, which disagree
 * on the position of "kr" and on the minus sign.
 */
import { groupThousands, MINUS, NBSP } from './counts.ts'

const DECIMAL = /^[+-]?\d+(?:\.\d*)?$/

/** Returns true for a plain decimal string as the vendors write it ("198.9000", "-1", "25"). */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text.trim())
}

/**
 * Converts kroner in a vendor's decimal string ("198.9000") to øre, rounded half away from zero.
 * @throws RangeError for a string that is not a decimal number or exceeds exact integers
 */
export function oreFromDecimal(text: string): number {
  const parts = decimalParts(text)
  if (!parts) throw new RangeError(`Not a decimal number: ${JSON.stringify(text)}`)
  const { isNegative, whole, fraction } = parts
  const roundUp = fraction.charAt(2) >= '5' ? 1n : 0n
  const magnitude = BigInt(whole + fraction.slice(0, 2).padEnd(2, '0')) + roundUp
  const ore = Number(isNegative ? -magnitude : magnitude)
  if (!Number.isSafeInteger(ore))
    throw new RangeError(`Too large an amount: ${JSON.stringify(text)}`)
  return ore
}

/**
 * Converts a user's input ("1 234,50", "kr 500", "−12,5") to øre, or null if it is not an amount. A
 * full stop counts as a decimal mark only if one or two digits follow it; "1.234" is refused,
 * because it is ambiguous.
 */
export function parseKronerInput(text: string): number | null {
  const bare = text
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(/^kr\.?|kr\.?$/gi, '')
    .replace(/,-$/, '')
    .replace(/[\u2212\u2013]/, '-')
  if (!/^[+-]?\d+(?:[.,]\d{1,2})?$/.test(bare)) return null
  const decimal = bare.replace(',', '.')
  return decimal.length > 14 ? null : oreFromDecimal(decimal)
}

/**
 * Converts øre to kroner with two decimals and a full stop ("1234.50"), as ServiceM8 expects
 * prices.
 */
export function decimalFromOre(ore: number): string {
  assertOre(ore)
  const digits = String(Math.abs(ore)).padStart(3, '0')
  return `${ore < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * Converts a number of kroner to øre through its shortest decimal string, so that 1.005 is read as
 * exactly 1,005.
 */
export function oreFromKroner(kroner: number): number {
  if (!Number.isFinite(kroner)) throw new RangeError(`Not an amount: ${kroner}`)
  const text = String(kroner)
  return oreFromDecimal(text.includes('e') ? kroner.toFixed(6) : text)
}

/**
 * Returns an amount such as `1 234,50 kr`, with no-break spaces; negative amounts have U+2212 as
 * minus sign.
 */
export function formatKroner(ore: number): string {
  return `${formatAmount(ore)}${NBSP}kr`
}

/**
 * Formats an amount like {@link formatKroner}, but whole kroner without decimals; other amounts are
 * not rounded.
 */
export function formatShortKroner(ore: number): string {
  return formatKroner(ore).replace(/,00(?=\D)/, '')
}

/** Returns an amount such as `1 234,50`, without the unit, for columns with the heading "kr". */
export function formatAmount(ore: number): string {
  const text = decimalFromOre(Math.abs(ore))
  return `${ore < 0 ? MINUS : ''}${groupThousands(text.slice(0, -3))},${text.slice(-2)}`
}

/** Returns the service's price, such as `500,00 kr/måned`, from øre excluding VAT. */
export function formatMonthlyPrice(ore: number): string {
  return `${formatAmount(ore)}${NBSP}kr/måned`
}

/**
 * Formats a vendor's decimal string for users: without trailing zeros, with a decimal comma and
 * grouped thousands ("2.5000" → "2,5", "-1" → "−1"). A string that is not a number is returned
 * unchanged.
 */
export function formatDecimal(text: string): string {
  const parts = decimalParts(text)
  if (!parts) return text
  const { isNegative, whole, fraction } = parts
  const digits = whole.replace(/^0+(?=\d)/, '')
  const decimals = fraction.replace(/0+$/, '')
  const isZero = digits === '0' && decimals === ''
  return `${isNegative && !isZero ? MINUS : ''}${groupThousands(digits)}${decimals ? `,${decimals}` : ''}`
}

function decimalParts(
  text: string,
): { isNegative: boolean; whole: string; fraction: string } | null {
  if (!isDecimal(text)) return null
  const isNegative = text.trim().startsWith('-')
  const digits = text.trim().replace(/[+-]/, '')
  const point = digits.indexOf('.')
  if (point === -1) return { isNegative, whole: digits, fraction: '' }
  return { isNegative, whole: digits.slice(0, point), fraction: digits.slice(point + 1) }
}

function assertOre(ore: number): void {
  if (!Number.isSafeInteger(ore)) throw new RangeError(`Not a whole number of øre: ${ore}`)
}
