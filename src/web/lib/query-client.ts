import { hashKey, QueryClient, queryOptions, type Query } from '@tanstack/react-query'
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
import { ofCompany } from './company/company.ts'
import { loginPath } from './next-path.ts'
import { OUR_SESSION, TOKEN_TOAST_MS, showsExpiry } from './unauthorized-state.ts'

/**
 * The cache of responses, which never become stale by age: live updates and polls refresh them. No
 * retries and no refetch on focus. By default, polls pause while the tab is hidden. What is cached
 * belongs to the company that the tab shows.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Infinity,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
      // The session is read before the company is known, and says which companies there are.
      queryKeyHashFn: (key) => (key[1] === 'session' ? hashKey(key) : ofCompany(hashKey(key))),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Returns the cache key of a request; without a query, the prefix of all requests to the path. */
export function keyOf(
  endpoint: AnyEndpoint,
  input: { params?: unknown; query?: unknown } = {},
): readonly unknown[] {
  const key = urlOf(endpoint, input.params, undefined).split('/').slice(1)
  return input.query === undefined ? key : [...key, input.query]
}

/** Interval in ms of the lists' slow poll, which finds changes whose live update was lost. */
export const SLOW_MS = 30_000

/**
 * Resolves in a task of its own. A screen asks for up to ten responses at once, each of which costs a
 * slow phone several ms, and should respond to input in between.
 */
const aTask = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Returns query options that read the endpoint again when a live update names its topics. */
export function reading<E extends AnyRead>(endpoint: E, input: CallInput<E>) {
  return queryOptions<AnswerOf<E>>({
    queryKey: keyOf(endpoint, input),
    queryFn: async ({ signal }) => {
      await aTask()
      return call(endpoint, { ...input, signal })
    },
    meta: showing(endpoint),
  })
}

/**
 * Returns the options of {@link reading}, plus a refresh when a screen opens and polling while the
 * tab is visible.
 */
export function polling<E extends AnyRead>(endpoint: E, input: CallInput<E>, everyMs = SLOW_MS) {
  return {
    ...reading(endpoint, input),
    refetchInterval: everyMs,
    refetchOnMount: 'always' as const,
  }
}

/**
 * Returns the options of {@link reading} for an endpoint that asks a vendor; after a live update it is
 * read last, when it is known whether the vendor is still connected.
 */
export function askingVendor<E extends AnyRead>(endpoint: E) {
  return { ...reading(endpoint, {} as CallInput<E>), meta: { ...showing(endpoint), last: true } }
}

export const showing = ({ shows }: Pick<AnyRead, 'shows'>) => ({ shows })

/** Returns the topics whose live updates make this query outdated. */
export function topicsOf({ meta }: Pick<Query, 'meta'>): readonly LiveTopic[] {
  return (meta?.['shows'] as readonly LiveTopic[] | undefined) ?? []
}

/** Handles 401 responses: shows the toast once, and checks whether the session itself has ended. */
export function watchUnauthorized(): void {
  let lastShownAt: number | null = null
  listenForUnauthorized((error, path) => {
    // A user who has just deleted the account needs no message about the requests that were still
    // pending.
    if (!queryClient.getQueryData(keyOf(readSession))) return
    if (!showsExpiry({ path, code: error.code }, Date.now(), lastShownAt)) return
    lastShownAt = Date.now()
    const isOurs = error.code === OUR_SESSION
    toast({
      title: 'Token utløpt',
      description: isOurs
        ? 'Logg inn på nytt'
        : 'Tilgangen din har utløpt. Gå til Konfigurasjoner for å autorisere på nytt.',
      action: isOurs
        ? {
            label: 'Logg inn',
            run: () =>
              location.assign(loginPath(location.pathname + location.search + location.hash)),
          }
        : undefined,
      variant: 'destructive',
      duration: TOKEN_TOAST_MS,
    })
    if (isOurs) void queryClient.invalidateQueries({ queryKey: keyOf(readSession) })
  })
}

interface Asked {
  /** True once the query has succeeded or failed. */
  isFetched: boolean
}

const PATIENCE_MS = 2_500

/**
 * Returns true once a screen's first responses have arrived, also after a later failure or refresh.
 * @param needed responses without which there is nothing to show
 * @param welcome responses that are awaited for at most {@link PATIENCE_MS}
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
  // Rendering a screen's first rows is slow, so it is deferred and split into slices.
  return useDeferredValue(ready)
}
