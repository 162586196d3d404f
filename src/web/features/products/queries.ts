import { useMutation, useQuery } from '@tanstack/react-query'
import { readSystemStatus } from '#shared/contracts/overview'
import { readComparison } from '#shared/contracts/products/comparison'
import { call } from '../../lib/api.ts'
import { keyOf, polling, queryClient, reading } from '../../lib/query-client.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { text } from './text.ts'

const STATUS_MS = 10_000
/** How long the lists are taken as they are, unless a hint says that they have changed. */
const FRESH_MS = 5 * 60_000
const KEPT_MS = 10 * 60_000
/** The hints of what is being read may be lost. */
const FILLING_MS = 3_000
const REFRESHING_MS = 15_000

const COMPARISON = keyOf(readComparison, {})

/** Are both systems connected? */
export function useStatus() {
  return useQuery(polling(readSystemStatus, {}, STATUS_MS))
}

/** Both lists: tens of thousands are few enough to be searched here. */
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

/** Has both lists read again behind the answer. What was on the screen stays there meanwhile. */
export function useRefreshComparison() {
  return useMutation({
    mutationFn: () => call(readComparison, { query: { forceRefresh: 'true' }, noCache: true }),
    onSuccess: (answer) => queryClient.setQueryData(COMPARISON, answer),
    onError: (error) => toastFailure(text.refreshFailed, error),
  })
}
