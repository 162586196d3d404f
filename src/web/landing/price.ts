import { formatMonthlyPrice } from '#shared/money'
import { readMonthlyPrice } from '../lib/price.ts'

/** Shows the price, or nothing if the request fails: no price is better than a wrong one. */
async function showPrice(): Promise<void> {
  const monthlyPrice = await readMonthlyPrice()
  if (monthlyPrice === null) return
  for (const price of document.querySelectorAll<HTMLElement>('[data-price]')) {
    const amount = price.querySelector('[data-amount]')
    if (amount) amount.textContent = formatMonthlyPrice(monthlyPrice)
    price.hidden = false
  }
}

showPrice().catch(() => undefined)
