import { formatMonthlyPrice } from '#shared/money'
import { readMonthlyPrice } from '../lib/price.ts'

/**
 * Shows the monthly price, read when the page is shown. Without an answer nothing is shown: a wrong
 * price is worse than none.
 */
async function showPrice(): Promise<void> {
  const monthlyPrice = await readMonthlyPrice()
  const price = document.getElementById('price')
  const amount = document.getElementById('amount')
  if (monthlyPrice === null || !price || !amount) return
  amount.textContent = formatMonthlyPrice(monthlyPrice)
  price.hidden = false
}

showPrice().catch(() => undefined)
