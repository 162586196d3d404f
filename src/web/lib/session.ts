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
      // Whatever the reason, no answer means nobody is logged in.
      if (!signal.aborted)
        // oxlint-disable-next-line no-console -- for whoever looks why the login card is shown
        console.warn(
          'Ingen aktiv økt:',
          error instanceof Error ? error.message.slice(0, 200) : error,
        )
      return null
    }),
})

/**
 * Asks before anything is rendered. The page has asked already (the preload in app.html), so that
 * the answer is usually there.
 */
export const askForSession = () => queryClient.query(sessionQuery)

/** Something about the user has changed elsewhere. */
export const askForSessionAgain = () =>
  queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })

export type Session =
  { state: 'loading' } | { state: 'none' } | { state: 'user'; user: SessionUser }

/** Who is logged in, as far as is known. */
export function useSession(): Session {
  // With this the whole screen is rendered: deferred, in slices.
  const data = useDeferredValue(useQuery(sessionQuery).data)
  if (data === undefined) return { state: 'loading' }
  return data ? { state: 'user', user: data } : { state: 'none' }
}

/** Login and registration answer the user, who is then logged in without another call. */
export function rememberUser(user: SessionUser): void {
  queryClient.setQueryData(sessionQuery.queryKey, user)
}

/**
 * All tabs share the session. One that has ended it says so: the others show the card that says what
 * to do, and need no refused call to find out.
 */
const ENDED = 'session-ended'

export function watchForEnd(): void {
  addEventListener('storage', ({ key }) => {
    if (key === ENDED) queryClient.setQueryData(sessionQuery.queryKey, null)
  })
}

/** The other tabs hear of it because what is stored changes; throws where nothing may be stored. */
export const sayEnded = (): void => localStorage.setItem(ENDED, `${Date.now()}`)

/**
 * Ends the session and goes to the front page, even when the call fails; first asks where something
 * would be lost.
 *
 * @param onGoing called when it is certain
 */
export async function leave(onGoing?: () => void): Promise<void> {
  if (!(await mayLeave())) return
  onGoing?.()
  // What is still on its way would be refused, and be taken for an access that has expired.
  await queryClient.cancelQueries()
  await call(logout, {})
    .then(sayEnded)
    .catch(() => undefined)
  window.location.assign('/')
}
