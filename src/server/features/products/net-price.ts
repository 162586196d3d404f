import type { Material } from '#clients/servicem8/types'
import { divide, exact, toInteger } from '#shared/decimal'
import { decimalFromOre } from '#shared/money'

/** Returns an item's price in ServiceM8 as net øre; null when the price cannot be parsed. */
export function netPrice(
  { price, priceIncludesTax }: Pick<Material, 'price' | 'priceIncludesTax'>,
  percent: string,
): number | null {
  return netAmount(price, priceIncludesTax ? percent : '0')
}

/**
 * Returns the net øre of an amount in kroner that includes VAT of `percent`; null when the amount
 * cannot be parsed.
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
 * Converts net øre to an item's price in ServiceM8, in kroner with two decimals, including VAT if
 * the item's price includes it. {@link netPrice} converts the result back to the same net price,
 * because adding VAT makes an amount larger, so half an øre of rounding is less than half an øre
 * net.
 * @param known a former price of the item. Several prices with VAT have the same net price, so this
 * price is returned unchanged if it has the net price; 149.92 would otherwise become 149.93
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
