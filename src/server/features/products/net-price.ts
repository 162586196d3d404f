import type { Material } from '#clients/servicem8/types'
import { divide, exact, toInteger } from '#shared/decimal'
import { decimalFromOre } from '#shared/money'

/** Returns an item's price in ServiceM8 as net øre; null when it cannot be read. */
export function netPrice(
  { price, priceIncludesTax }: Pick<Material, 'price' | 'priceIncludesTax'>,
  percent: string,
): number | null {
  return netAmount(price, priceIncludesTax ? percent : '0')
}

/**
 * Returns the net øre of an amount in kroner that includes VAT of `percent`; null when it cannot be
 * read.
 */
export function netAmount(kroner: string, percent: string): number | null {
  try {
    const ore = exact(kroner).times(exact(100))
    return toInteger(divide(ore.times(exact(100)), exact(100).plus(exact(percent)), 0))
  } catch {
    return null
  }
}

/**
 * Converts net øre to an item's price in ServiceM8, in kroner with two decimals: with VAT where the
 * item's price includes it. Reading it back with {@link netPrice} gives the same net price, because
 * VAT only makes an amount larger, so half an øre of rounding is less than half an øre net.
 * @param known a former price of the item. Several prices with VAT have the same net price, and
 * 149.92 must not come back as 149.93: if this is one of them, it is returned unchanged
 */
export function priceFromNet(
  net: number,
  { priceIncludesTax }: Pick<Material, 'priceIncludesTax'>,
  percent: string,
  known: string | null = null,
): string {
  if (known !== null && netPrice({ price: known, priceIncludesTax }, percent) === net) return known
  if (!priceIncludesTax) return decimalFromOre(net)
  const gross = exact(net).times(exact(100).plus(exact(percent)))
  return decimalFromOre(toInteger(divide(gross, exact(100), 0)))
}
