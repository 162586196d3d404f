import { useMutation, useQuery } from '@tanstack/react-query'
import { readSystemStatus } from '#shared/contracts/overview'
import { readComparison } from '#shared/contracts/products/comparison'
import { call } from '../../lib/api.ts'
import { keyOf, polling, queryClient, reading } from '../../lib/query-client.ts'
import { toastFailure } from '../../lib/toast-failure.ts'

const STATUS_MS = 10_000
/** Time that the lists count as fresh unless a hint says that they have changed. */
const FRESH_MS = 5 * 60_000
const KEPT_MS = 10 * 60_000
/** Poll intervals while lists are being read, since hints may be lost. */
const FILLING_MS = 3_000
const REFRESHING_MS = 15_000

const COMPARISON = keyOf(readComparison, {})

/** Reads the status of both connections. */
export function useStatus() {
  return useQuery(polling(readSystemStatus, {}, STATUS_MS))
}

/**
 * Reads both lists whole: tens of thousands of products are few enough to search in the browser.
 */
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

/**
 * Asks for both lists to be read again in the background. The screen keeps the present ones
 * meanwhile.
 */
export function useRefreshComparison() {
  return useMutation({
    mutationFn: () => call(readComparison, { query: { forceRefresh: 'true' }, noCache: true }),
    onSuccess: (answer) => queryClient.setQueryData(COMPARISON, answer),
    onError: (error) => toastFailure('Kunne ikke hente ferske data', error),
  })
}
