/**
 * Reads the operator's name and e-mail address, which is "" if the operator has not stated one;
 * returns null if the request fails or the response is invalid. Uses fetch instead of `api.ts`,
 * which with its declarations would be larger than the landing page itself.
 */
export async function readOperatorContact(): Promise<{ name: string; email: string } | null> {
  const response = await fetch('/api/public/operator', { headers: { accept: 'application/json' } })
  if (!response.ok) return null
  const answer: unknown = await response.json()
  if (typeof answer !== 'object' || answer === null || !('name' in answer) || !('email' in answer))
    return null
  const { name, email } = answer
  if (typeof name !== 'string' || typeof email !== 'string') return null
  // Nobody reads mail to the example address.
  return { name, email: 'isExample' in answer && answer.isExample === true ? '' : email }
}
