import * as z from 'zod/mini'

const MOST_NAME = 100
const MOST_TEXT = 200

const field = (label: string, max: number) =>
  z
    .string({ error: `${label} må være en tekst` })
    .check(z.trim(), z.maxLength(max, `${label} kan ha høyst ${max} tegn`))

export const billingFields = z.object({
  billing_company_name: field('Navnet', MOST_NAME),
  billing_address: field('Adressen', MOST_TEXT),
  billing_city: field('Poststedet', MOST_NAME),
  billing_postal_code: field('Postnummeret', 20),
  billing_country: field('Landet', MOST_NAME),
  /** The organisation number; if absent, the stored number is kept, and "" removes it. */
  billing_organization_number: z.optional(field('Organisasjonsnummeret', 60)),
})
export type BillingFields = z.infer<typeof billingFields>
