/**
 * The monthly price in øre without VAT, as the server has it now; null without a usable answer.
 * Plain fetch instead of `api.ts`: the landing page loads this, and declarations and their checks
 * would weigh more than the page.
 */
export async function readMonthlyPrice(): Promise<number | null> {
  const response = await fetch('/api/public/pricing', { headers: { accept: 'application/json' } })
  if (!response.ok) return null
  const answer: unknown = await response.json()
  if (typeof answer !== 'object' || answer === null || !('monthlyPrice' in answer)) return null
  return Number.isSafeInteger(answer.monthlyPrice) ? Number(answer.monthlyPrice) : null
}
