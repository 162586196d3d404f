import { formatMonth } from '#shared/dates'

/** What stands beside the integration's switch; the rest of the plan is on the profile. */
export const priceText = {
  nothing: 'Du betaler ingenting nå.',
  billedNow: (month: string) =>
    `Slår du på integrasjonen nå, får du faktura for ${formatMonth(month)}.`,
  toPlan: 'Abonnementet ditt',
}
