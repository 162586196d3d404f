import { useQuery } from '@tanstack/react-query'
import { findOrganizations } from '#shared/contracts/organizations'
import { reading } from '../../../lib/query-client.ts'

/** What the register was told a moment ago holds for a while. */
const KEPT_MS = 60_000

/** Organisations by number or name; null asks nothing. */
export function useOrganizations(asked: string | null) {
  return useQuery({
    ...reading(findOrganizations, { query: { query: asked ?? '' } }),
    enabled: asked !== null,
    gcTime: KEPT_MS,
    staleTime: KEPT_MS,
    retry: false,
  })
}
