import { formatMonthlyPrice } from '#shared/money'
import { readMonthlyPrice } from '../lib/price.ts'

/** Shows nothing if the request fails, since a wrong price would be worse than none. */
async function showPrice(): Promise<void> {
  const monthlyPrice = await readMonthlyPrice()
  const price = document.getElementById('price')
  const amount = document.getElementById('amount')
  if (monthlyPrice === null || !price || !amount) return
  amount.textContent = formatMonthlyPrice(monthlyPrice)
  price.hidden = false
}

showPrice().catch(() => undefined)
