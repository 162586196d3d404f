import { useQuery } from '@tanstack/react-query'
import { findOrganizations } from '#shared/contracts/organizations'
import { reading } from '../../../lib/query-client.ts'

/** The time for which the register's answers are cached. */
const KEPT_MS = 60_000

/** Searches for organisations by number or name; null searches for nothing. */
export function useOrganizations(asked: string | null) {
  return useQuery({
    ...reading(findOrganizations, { query: { query: asked ?? '' } }),
    enabled: asked !== null,
    gcTime: KEPT_MS,
    staleTime: KEPT_MS,
    retry: false,
  })
}
