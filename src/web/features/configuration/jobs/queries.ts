import { useQuery } from '@tanstack/react-query'
import { readJobChoice } from '#shared/contracts/onboarding'
import { reading } from '../../../lib/query-client.ts'

/** What the account's jobs of the last 90 days say for one answer or the other. */
export function useJobChoice() {
  return useQuery(reading(readJobChoice, {}))
}
