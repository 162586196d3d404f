import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { AnswerOf } from '#shared/contract'
import { readSession } from '#shared/contracts/auth'
import { toast } from '../ui/toast-store.ts'
import { call, tellOfUnauthorized, urlOf, type AnyEndpoint, type CallInput } from './api.ts'
import { TOKEN_TOAST_MS, tellsOfExpiry } from './unauthorized-state.ts'

/** Specification part 1 §7: never stale by itself, no retry, no refetch on focus. Polls pause by default while the tab is hidden. */
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
export function keyOf(endpoint: AnyEndpoint, input: { params?: unknown; query?: unknown } = {}): readonly unknown[] {
  const key = urlOf(endpoint, input.params, undefined).split('/').slice(1)
  return input.query === undefined ? key : [...key, input.query]
}

/** Options for useQuery that read an endpoint. */
export function reading<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>) {
  return queryOptions<AnswerOf<E>>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, { ...input, signal }),
  })
}

/** A read that is repeated every `everyMs` while the tab is seen, and is fresh when a screen opens. */
export function polling<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>, everyMs: number) {
  return { ...reading(endpoint, input), refetchInterval: everyMs, refetchOnMount: 'always' as const }
}

/** Reads these endpoints again, whatever their queries. */
export async function refresh(...endpoints: AnyEndpoint[]): Promise<void> {
  await Promise.all(endpoints.map((endpoint) => queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })))
}

/** Connects the 401 rule: tell once, and find out whether the session itself is gone. */
export function watchUnauthorized(): void {
  let lastTold: number | null = null
  tellOfUnauthorized((error, path) => {
    if (!tellsOfExpiry(path, Date.now(), lastTold)) return
    lastTold = Date.now()
    toast({
      title: 'Token utløpt',
      description: 'Tilgangen din har utløpt. Gå til konfigurasjon for å autorisere på nytt.',
      variant: 'destructive',
      duration: TOKEN_TOAST_MS,
    })
    if (error.code === 'unauthenticated') void refresh(readSession)
  })
}
