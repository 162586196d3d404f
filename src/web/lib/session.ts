import { queryOptions, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { logout, readSession, type SessionUser } from '#shared/contracts/auth'
import { call } from './api.ts'
import { keyOf, queryClient } from './query-client.ts'
import { mayLeave } from './unsaved.ts'

const sessionQuery = queryOptions<SessionUser | null>({
  queryKey: keyOf(readSession),
  queryFn: ({ signal }) =>
    call(readSession, { signal }).catch((error: unknown) => {
      // Whatever the reason, no answer means that the user is not logged in.
      if (!signal.aborted)
        // oxlint-disable-next-line no-console -- tells a developer why the login card is shown
        console.warn(
          'Ingen aktiv økt:',
          error instanceof Error ? error.message.slice(0, 200) : error,
        )
      return null
    }),
})

/**
 * Reads the session before anything is rendered. The page has requested it already (the preload in
 * app.html), so the answer is usually there.
 */
export const askForSession = () => queryClient.query(sessionQuery)

/** Reads the session again after the user's data has changed elsewhere. */
export const askForSessionAgain = () =>
  queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })

export type Session =
  { state: 'loading' } | { state: 'none' } | { state: 'user'; user: SessionUser }

/** Returns the session, as far as it is known. */
export function useSession(): Session {
  // This renders the whole screen: deferred, in slices.
  const data = useDeferredValue(useQuery(sessionQuery).data)
  if (data === undefined) return { state: 'loading' }
  return data ? { state: 'user', user: data } : { state: 'none' }
}

/** Stores the user that login and registration answer, so that no further call is needed. */
export function rememberUser(user: SessionUser): void {
  queryClient.setQueryData(sessionQuery.queryKey, user)
}

/**
 * The storage key by which a tab tells the others that the session has ended. They then show the
 * login card without a refused call.
 */
const ENDED = 'session-ended'

export function watchForEnd(): void {
  addEventListener('storage', ({ key }) => {
    if (key === ENDED) queryClient.setQueryData(sessionQuery.queryKey, null)
  })
}

/**
 * Tells the other tabs, by their storage event, that the session has ended.
 * @throws where the browser forbids storage
 */
export const sayEnded = (): void => localStorage.setItem(ENDED, `${Date.now()}`)

/**
 * Ends the session and goes to the front page, even when the call fails; first asks when something
 * would be lost.
 *
 * @param onGoing called when the user is certain to leave
 */
export async function leave(onGoing?: () => void): Promise<void> {
  if (!(await mayLeave())) return
  onGoing?.()
  // Pending requests would be refused, and be taken for an expired access.
  await queryClient.cancelQueries()
  await call(logout, {})
    .then(sayEnded)
    .catch(() => undefined)
  window.location.assign('/')
}
