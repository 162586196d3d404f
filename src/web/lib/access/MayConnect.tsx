import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Act } from '#shared/access/roles'
import { readConfiguration } from '#shared/contracts/configuration'
import { readTokenStatus, type Vendor } from '#shared/contracts/connections'
import { reading } from '../query-client.ts'
import { May } from './may.tsx'

/** A connection, or the choice of Fiken's company. */
type Missing = Vendor | 'company'

/**
 * Returns the act that supplies what is missing. More roles may renew a connection, or confirm its
 * company, than make the first choice.
 */
export function useConnectAct(missing: Missing): Act {
  const { data: grants } = useQuery({ ...reading(readTokenStatus, {}), retry: 1 })
  const { data: settings } = useQuery(reading(readConfiguration, {}))
  if (missing === 'company')
    return settings?.fikenCompanySlug === null ? 'connect_fiken' : 'renew_fiken'
  return `${grants?.[`${missing}Status`] === 'disconnected' ? 'connect' : 'renew'}_${missing}`
}

/** Shows its children to those who may supply what is missing, and tells the others whom to ask. */
export function MayConnect({ missing, children }: { missing: Missing; children: ReactNode }) {
  return (
    <May act={useConnectAct(missing)} asks>
      {children}
    </May>
  )
}
