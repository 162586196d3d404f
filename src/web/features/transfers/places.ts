import { useQuery } from '@tanstack/react-query'
import { readConfiguration } from '#shared/contracts/configuration'
import { reading } from '../../lib/query-client.ts'

/** Reads the settings every minute, because the company can change in another window. */
export function usePlaces() {
  return useQuery({ ...reading(readConfiguration, {}), refetchInterval: 60_000 }).data
}
