import { formatMonth } from '#shared/dates'
import { formatMonthlyPrice } from '#shared/money'

export const priceText = {
  nothing: 'Du betaler ingenting nå.',
  cancelled: 'Abonnementet er avsluttet, så integrasjonen koster ikke noe nå.',
  price: (ore: number) => `${formatMonthlyPrice(ore)} uten MVA.`,
  billedNow: (month: string) =>
    `Slår du på integrasjonen nå, får du faktura for ${formatMonth(month)}.`,
  toPlan: 'Abonnementet ditt',
}
