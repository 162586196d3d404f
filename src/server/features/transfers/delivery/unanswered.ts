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

const listed = (names: readonly string[]) => names.map((name) => `«${name}»`).join(', ')
const what = ({ length }: readonly string[]) => (length === 1 ? 'produktet' : 'produktene')

/**
 * The texts of a row that waits for an answer about products, and of one that got none.
 */
export const PRODUCT_WORDS = {
  waiting: (names: readonly string[]) =>
    `Fiken svarte ikke da ${what(names)} ${listed(names)} ble opprettet. Vi ser etter ${what(names)} i Fiken i inntil ti minutter, så det ikke blir to.`,
  missing: (names: readonly string[]) =>
    `Fiken svarte ikke da ${what(names)} ${listed(names)} ble opprettet, og vi har ikke funnet ${what(names)} der på ti minutter. Opprett likevel, eller send linjen uten produkt: da går den som fritekst.`,
}
