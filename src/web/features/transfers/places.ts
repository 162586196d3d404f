import { useQuery } from '@tanstack/react-query'
import { readConfiguration } from '#shared/contracts/configuration'
import { reading } from '../../lib/query-client.ts'

/**
 * Reads the configuration, for addresses of Fiken's pages, again every minute, since the company
 * may be changed elsewhere.
 */
export function usePlaces() {
  return useQuery({ ...reading(readConfiguration, {}), refetchInterval: 60_000 }).data
}
