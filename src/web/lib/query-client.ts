import { QueryClient, queryOptions, type Query } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import type { AnswerOf } from '#shared/contract'
import { readSession } from '#shared/contracts/auth'
import type { LiveTopic } from '#shared/live-topics'
import { toast } from '../ui/toast-store.ts'
import {
  call,
  listenForUnauthorized,
  urlOf,
  type AnyEndpoint,
  type AnyRead,
  type CallInput,
} from './api.ts'
import { TOKEN_TOAST_MS, showsExpiry } from './unauthorized-state.ts'

/**
 * Answers never go stale by age: hints and polls read them again. No retry, no refetch on focus.
 * Polls pause by default while the tab is hidden.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Infinity,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/**
 * Returns the cache key of an answer. Without a query it is the common prefix of all answers of
 * that path.
 */
export function keyOf(
  endpoint: AnyEndpoint,
  input: { params?: unknown; query?: unknown } = {},
): readonly unknown[] {
  const key = urlOf(endpoint, input.params, undefined).split('/').slice(1)
  return input.query === undefined ? key : [...key, input.query]
}

/** The interval of the slow poll of lists, which finds changes whose hint was lost. */
export const SLOW_MS = 30_000

/**
 * Returns options for useQuery that read an endpoint, and read it again when a hint names its
 * topics.
 */
export function reading<E extends AnyRead>(endpoint: E, input: CallInput<E>) {
  return queryOptions<AnswerOf<E>>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, { ...input, signal }),
    meta: showing(endpoint),
  })
}

/**
 * Returns the options of {@link reading}, fresh when a screen opens and repeated while the tab is
 * visible.
 */
export function polling<E extends AnyRead>(endpoint: E, input: CallInput<E>, everyMs = SLOW_MS) {
  return {
    ...reading(endpoint, input),
    refetchInterval: everyMs,
    refetchOnMount: 'always' as const,
  }
}

/** Returns the `meta` of a query that reads an endpoint in its own way. */
export const showing = ({ shows }: AnyRead) => ({ shows })

/** Returns the topics whose hints make this answer out of date. */
export function topicsOf({ meta }: Pick<Query, 'meta'>): readonly LiveTopic[] {
  return (meta?.['shows'] as readonly LiveTopic[] | undefined) ?? []
}

/** Applies the 401 rule: announces it once, and finds out whether the session itself has ended. */
export function watchUnauthorized(): void {
  let lastShownAt: number | null = null
  listenForUnauthorized((error, path) => {
    // A user who has just deleted the account needs no notice about requests that were still on
    // their way.
    if (!queryClient.getQueryData(keyOf(readSession))) return
    if (!showsExpiry({ path, code: error.code }, Date.now(), lastShownAt)) return
    lastShownAt = Date.now()
    toast({
      title: 'Token utløpt',
      description: 'Tilgangen din har utløpt. Gå til Konfigurasjoner for å autorisere på nytt.',
      variant: 'destructive',
      duration: TOKEN_TOAST_MS,
    })
    if (error.code === 'unauthenticated')
      void queryClient.invalidateQueries({ queryKey: keyOf(readSession) })
  })
}

interface Asked {
  /** True once the query has been answered, or has failed. */
  isFetched: boolean
}

const PATIENCE_MS = 2_500

/**
 * Returns true once the first answers of a screen are there, so that it can be shown in one piece.
 * It stays true: a later failure or repetition hides nothing.
 *
 * @param needed answers without which there is nothing to show
 * @param welcome answers that are waited for only {@link PATIENCE_MS}
 */
export function useFirstAnswers(needed: readonly Asked[], welcome: readonly Asked[]): boolean {
  const [ready, setReady] = useState(false)
  const [waited, setWaited] = useState(false)
  const are = (asked: readonly Asked[]) => asked.every(({ isFetched }) => isFetched)
  if (!ready && are(needed) && (waited || are(welcome))) setReady(true)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  // This renders the screen's first rows: deferred, in slices rather than in one long task.
  return useDeferredValue(ready)
}
