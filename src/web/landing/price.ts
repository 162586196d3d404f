import { formatMonthlyPrice } from '#shared/money'
import { readMonthlyPrice } from '../lib/price.ts'

/** Shows the price, or nothing if the request fails: no price is better than a wrong one. */
async function showPrice(): Promise<void> {
  const monthlyPrice = await readMonthlyPrice()
  const price = document.getElementById('price')
  const amount = document.getElementById('amount')
  if (monthlyPrice === null || !price || !amount) return
  amount.textContent = formatMonthlyPrice(monthlyPrice)
  price.hidden = false
}

showPrice().catch(() => undefined)
