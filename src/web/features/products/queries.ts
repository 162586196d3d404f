import { useMutation, useQuery } from '@tanstack/react-query'
import { readSystemStatus } from '#shared/contracts/overview'
import { readComparison } from '#shared/contracts/products/comparison'
import { call } from '../../lib/api.ts'
import { keyOf, polling, queryClient, reading } from '../../lib/query-client.ts'
import { toastFailure } from '../../lib/toast-failure.ts'

const STATUS_MS = 10_000
/** Time in ms for which the product lists count as fresh without a live update. */
const FRESH_MS = 5 * 60_000
const KEPT_MS = 10 * 60_000
/** Polling interval in ms while the lists are being read, because live updates can be lost. */
const FILLING_MS = 3_000
const REFRESHING_MS = 15_000

const COMPARISON = keyOf(readComparison, {})

export function useStatus() {
  return useQuery(polling(readSystemStatus, {}, STATUS_MS))
}

export function useComparison(enabled: boolean) {
  return useQuery({
    ...reading(readComparison, {}),
    enabled,
    staleTime: FRESH_MS,
    gcTime: KEPT_MS,
    refetchInterval: ({ state: { data } }) =>
      data?.success && data.comparison === null
        ? FILLING_MS
        : data?.lists.refreshing
          ? REFRESHING_MS
          : false,
  })
}

/** Makes the server read both lists in the background; the screen keeps its lists meanwhile. */
export function useRefreshComparison() {
  return useMutation({
    mutationFn: () => call(readComparison, { query: { forceRefresh: 'true' }, noCache: true }),
    onSuccess: (answer) => queryClient.setQueryData(COMPARISON, answer),
    onError: (error) => toastFailure('Kunne ikke hente ferske data', error),
  })
}
