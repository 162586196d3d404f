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

/** The name under which an answer is kept. Without a query: of every answer of that path. */
export function keyOf(
  endpoint: AnyEndpoint,
  input: { params?: unknown; query?: unknown } = {},
): readonly unknown[] {
  const key = urlOf(endpoint, input.params, undefined).split('/').slice(1)
  return input.query === undefined ? key : [...key, input.query]
}

/** The slow poll of lists, which brings what no hint has brought. */
export const SLOW_MS = 30_000

/** Options for useQuery that read an endpoint, and again when a hint names what it shows. */
export function reading<E extends AnyRead>(endpoint: E, input: CallInput<E>) {
  return queryOptions<AnswerOf<E>>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, { ...input, signal }),
    meta: showing(endpoint),
  })
}

/** As {@link reading}, fresh when a screen opens, and repeated while the tab is visible. */
export function polling<E extends AnyRead>(endpoint: E, input: CallInput<E>, everyMs = SLOW_MS) {
  return {
    ...reading(endpoint, input),
    refetchInterval: everyMs,
    refetchOnMount: 'always' as const,
  }
}

/** The `meta` of a query that reads an endpoint in its own way. */
export const showing = ({ shows }: AnyRead) => ({ shows })

/** What makes this answer out of date. */
export function topicsOf({ meta }: Pick<Query, 'meta'>): readonly LiveTopic[] {
  return (meta?.['shows'] as readonly LiveTopic[] | undefined) ?? []
}

/** Applies the 401 rule: say it once, and find out whether the session itself is gone. */
export function watchUnauthorized(): void {
  let lastShownAt: number | null = null
  listenForUnauthorized((error, path) => {
    // Whoever has deleted the account knows; what was still on its way must not say otherwise.
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
  /** It has been answered, or has failed, at least once. */
  isFetched: boolean
}

const PATIENCE_MS = 2_500

/**
 * Are the first answers of a screen there, so that it can be shown in one piece? Once they are,
 * they stay: a read that fails later, or is repeated, takes nothing away.
 *
 * @param needed without these there is nothing to show
 * @param welcome these are waited for only so long
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
  // With this the screen's first rows are rendered: deferred, in slices and not in one long task.
  return useDeferredValue(ready)
}
