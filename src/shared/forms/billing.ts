import * as z from 'zod/mini'

/** The highest price in kroner per month, to catch a typing error of one digit too many. */
const HIGHEST_PRICE = 100_000

const text = (what: string, max: number) =>
  z
    .string({ error: `${what} er påkrevd` })
    .check(z.trim(), z.maxLength(max, `${what} kan ha høyst ${max} tegn`))

export const subscriptionSettingsForm = z.object({
  billingEnabled: z.boolean('Ugyldig verdi'),
  monthlyPrice: z
    .int('Skriv prisen i hele kroner, bare med tall, for eksempel 1000.')
    .check(
      z.gte(0, 'Prisen kan ikke være negativ'),
      z.lte(HIGHEST_PRICE, `Prisen kan være høyst ${HIGHEST_PRICE} kr`),
    ),
  productName: text('Produktnavn', 150).check(z.minLength(1, 'Produktnavn er påkrevd')),
  productDescription: text('Beskrivelse', 200),
  adminFikenCompanySlug: z.nullable(
    z.string('Ugyldig verdi').check(z.maxLength(200, 'Ugyldig verdi')),
  ),
})
export type SubscriptionSettingsForm = z.infer<typeof subscriptionSettingsForm>
