import { formatClock } from '#shared/dates'
import { Stop } from './stop.ts'

/** In the queue until Fiken is asked again about a customer or a product that it was asked to make; shown as "Sjekkes i Fiken". */
export function waitForAnswer(why: string, until: Date): Stop {
  const change = { status: 'queued', errorCode: 'checking', errorMessage: why, attempts: 0, nextAttemptAt: until } as const
  return new Stop(`Sjekkes i Fiken igjen kl. ${formatClock(until)}`, change, false)
}

const listed = (names: readonly string[]) => names.map((name) => `«${name}»`).join(', ')
const what = ({ length }: readonly string[]) => (length === 1 ? 'produktet' : 'produktene')

/** What a row says that waits for the answer about products, and what it says when nothing has come. */
export const PRODUCT_WORDS = {
  waiting: (names: readonly string[]) =>
    `Fiken svarte ikke da ${what(names)} ${listed(names)} ble opprettet. Vi ser etter ${what(names)} i Fiken i inntil ti minutter, så det ikke blir to.`,
  missing: (names: readonly string[]) =>
    `Fiken svarte ikke da ${what(names)} ${listed(names)} ble opprettet, og vi har ikke funnet ${what(names)} der på ti minutter. Opprett likevel, eller send linjen uten produkt: da går den som fritekst.`,
}
