import { useQuery } from '@tanstack/react-query'
import { createContext } from 'react'
import { VENDORS, readTokenStatus, type Vendor } from '#shared/contracts/connections'
import { reading } from '../../../lib/query-client.ts'

/** Returns the systems that the banner above every screen asks the user to approve again. */
export function useGrantsSaid(): readonly Vendor[] {
  const { data } = useQuery({ ...reading(readTokenStatus, {}), retry: 1 })
  return VENDORS.filter(
    (vendor) =>
      (vendor === 'fiken' ? data?.fikenStatus : data?.servicem8Status) === 'reauth_required',
  )
}

/** True where the banner about an ended access would come below, because the screen had none. */
export const SaidBelow = createContext(false)
