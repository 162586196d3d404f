import { useQuery } from '@tanstack/react-query'
import { readOwnSubscription } from '#shared/contracts/billing'
import { reading } from '../../../lib/query-client.ts'

export const useOwnSubscription = () =>
  useQuery({ ...reading(readOwnSubscription, {}), refetchOnMount: 'always' as const })
