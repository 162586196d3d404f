import * as z from 'zod/mini'

const field = (label: string, max: number) =>
  z
    .string({ error: `${label} må være en tekst` })
    .check(z.trim(), z.maxLength(max, `${label} kan ha høyst ${max} tegn`))

export const addressFields = z.object({
  address: field('Adressen', 200),
  postalCode: field('Postnummeret', 20),
  city: field('Poststedet', 100),
  country: field('Landet', 100),
})
export type AddressFields = z.infer<typeof addressFields>
