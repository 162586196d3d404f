import { formatClock } from '#shared/dates'
import { Ending } from './ending.ts'

/**
 * In the queue until Fiken is asked again about a customer or a product that it was asked to make;
 * shown as "Sjekkes i Fiken".
 */
export function waitForAnswer(why: string, until: Date): Ending {
  return new Ending(
    { kind: 'again', at: until, cause: 'checking', message: why, attempts: 0 },
    `Sjekkes i Fiken igjen kl. ${formatClock(until)}`,
  )
}
