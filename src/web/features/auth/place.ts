import { findPlace } from '#shared/contracts/organizations'
import { queryClient, reading } from '../../lib/query-client.ts'

interface AddressForm {
  postalCode: () => string
  city: () => string
  /** The place that was filled in last, which another postcode may replace. */
  filled: string | undefined
  put: (city: string) => void
}

/**
 * Fills in the place of a Norwegian postcode while the user types. A place that was typed for it is
 * never replaced.
 */
export async function lookUpPlace({ postalCode, city, filled, put }: AddressForm): Promise<void> {
  const code = postalCode().trim()
  if (!/^\d{4}$/.test(code)) return
  const found = await queryClient
    .query(reading(findPlace, { query: { postalCode: code } }))
    // Without an answer, the user types the place.
    .catch(() => null)
  if (!found || postalCode().trim() !== code) return
  if (city().trim() !== '' && city() !== filled) return
  const place = found.city ?? ''
  if (city() !== place) put(place)
}
