import { useRef } from 'react'
import { findPlace } from '#shared/contracts/organizations'
import { queryClient, reading } from '../../lib/query-client.ts'

interface AddressForm {
  postalCode: () => string
  city: () => string
  put: (city: string) => void
}

/**
 * Fills in the place of a Norwegian postcode while the user types. A place that the user has typed
 * is never replaced.
 */
export function usePlace({ postalCode, city, put }: AddressForm) {
  /** The place filled in last, which another postcode may replace. */
  const filled = useRef('')
  return {
    /** Notes a place that came with a whole address. */
    note: (place: string) => {
      filled.current = place
    },
    lookUp: async (typed: string) => {
      const code = typed.trim()
      if (!/^\d{4}$/.test(code)) return
      const found = await queryClient
        .query(reading(findPlace, { query: { postalCode: code } }))
        // Without an answer, the user types the place.
        .catch(() => null)
      if (!found || postalCode().trim() !== code) return
      if (city().trim() !== '' && city() !== filled.current) return
      filled.current = found.city ?? ''
      if (city() !== filled.current) put(filled.current)
    },
  }
}
