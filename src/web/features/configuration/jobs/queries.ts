import { useQuery } from '@tanstack/react-query'
import { readJobChoice, readSetup } from '#shared/contracts/onboarding'
import { reading } from '../../../lib/query-client.ts'

/** What the account's jobs of the last 90 days say for one answer or the other. */
export function useJobChoice() {
  return useQuery(reading(readJobChoice, {}))
}

/** What to know before it is switched on: the price, the first invoice, and how it is stopped. */
export function useActivationTerms(): string | undefined {
  return useQuery(reading(readSetup, {})).data?.steps.find(({ id }) => id === 'activate')?.reason
}
