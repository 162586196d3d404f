/**
 * Reads the monthly price in øre without VAT; returns null if the request fails or the response is
 * invalid. Uses fetch instead of `api.ts` for the same reason as {@link readOperatorContact}.
 */
export async function readMonthlyPrice(): Promise<number | null> {
  const response = await fetch('/api/public/pricing', { headers: { accept: 'application/json' } })
  if (!response.ok) return null
  const answer: unknown = await response.json()
  if (typeof answer !== 'object' || answer === null || !('monthlyPrice' in answer)) return null
  return Number.isSafeInteger(answer.monthlyPrice) ? Number(answer.monthlyPrice) : null
}
