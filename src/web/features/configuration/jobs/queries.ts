import { useQuery } from '@tanstack/react-query'
import { readJobChoice, readSetup } from '#shared/contracts/onboarding'
import { reading } from '../../../lib/query-client.ts'

/** Reads the recommendation, based on the account's jobs of the last 90 days. */
export function useJobChoice() {
  return useQuery(reading(readJobChoice, {}))
}

/** Returns the terms shown before switching on: the price, the first invoice, and how to stop. */
export function useActivationTerms(): string | undefined {
  return useQuery(reading(readSetup, {})).data?.steps.find(({ id }) => id === 'activate')?.reason
}
