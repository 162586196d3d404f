import { hashKey, queryOptions, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { logout, readSession, type HiddenUntilUsed, type SessionUser } from '#shared/contracts/auth'
import { ApiError, call, listenForRefusedCompany } from './api.ts'
import { settleCompany } from './company/company.ts'
import { keyOf, queryClient, showing } from './query-client.ts'
import { mayLeave } from './unsaved.ts'

async function readSettled(signal: AbortSignal): Promise<SessionUser> {
  const user = await call(readSession, { signal })
  return (await settleCompany(user)) ? readSettled(signal) : user
}

const sessionQuery = queryOptions<SessionUser | null>({
  queryKey: keyOf(readSession),
  queryFn: ({ signal }) =>
    readSettled(signal).then(
      (user) => {
        noteLogin(user)
        return user
      },
      (error: unknown) => {
        // A failure other than a refusal ends no session that was read before, but shows none either.
        if (!signal.aborted)
          // oxlint-disable-next-line no-console -- tells a developer why the login card is shown
          console.warn(
            'Ingen aktiv økt:',
            error instanceof Error ? error.message.slice(0, 200) : error,
          )
        const isEnded = error instanceof ApiError && error.status === 401
        return isEnded ? null : (queryClient.getQueryData<SessionUser>(keyOf(readSession)) ?? null)
      },
    ),
  // A changed role, or a membership that has ended.
  meta: showing({ shows: ['members'] }),
})

/** Reads the session, which the page has usually requested already (preload in app.html). */
export const askForSession = () => queryClient.query(sessionQuery)

export const askForSessionAgain = () =>
  queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })

export type Session =
  { state: 'loading' } | { state: 'none' } | { state: 'user'; user: SessionUser }

export function useSession(): Session {
  // Rendering the whole screen is slow, so it is deferred and split into slices.
  const data = useDeferredValue(useQuery(sessionQuery).data)
  if (data === undefined) return { state: 'loading' }
  return data ? { state: 'user', user: data } : { state: 'none' }
}

export function rememberUser(user: SessionUser): void {
  noteLogin(user)
  void settleCompany(user).then((again) => {
    if (again) void askForSessionAgain()
    else queryClient.setQueryData(sessionQuery.queryKey, user)
  })
}

/** Returns true if the user has used this part of the product, so that it is no longer hidden. */
export function useHasUsed(part: HiddenUntilUsed): boolean {
  const session = useSession()
  return session.state === 'user' && session.user.used.includes(part)
}

/** Shows this part of the product from now on; the server has stored that it has been used. */
export function rememberUse(part: HiddenUntilUsed): void {
  queryClient.setQueryData(
    sessionQuery.queryKey,
    (user) => user && { ...user, used: [...new Set([...user.used, part])] },
  )
}

/** Storage key that is set from a login on this device until the user logs out. */
const LOGGED_IN = 'logged-in'

/** The id of the user whose session was read last; null before that. */
let lastUser: string | null = null

function noteLogin({ id }: SessionUser): void {
  if (lastUser !== null && lastUser !== id)
    void queryClient.resetQueries({
      predicate: ({ queryHash }) => queryHash !== hashKey(sessionQuery.queryKey),
    })
  lastUser = id
  try {
    forgetEdits(id)
    localStorage.setItem(LOGGED_IN, '1')
  } catch {
    // The browser can block storage; hadSession then cannot know.
  }
}

/** Returns true if a session on this device has ended without a logout. */
export function hadSession(): boolean {
  try {
    return LOGGED_IN in localStorage
  } catch {
    return true
  }
}

/**
 * Follows other tabs: shows the login card without a request when the user logs out there, and asks
 * for the session again when a tab without one is looked at, or when a call was refused because of
 * its company.
 */
export function watchForEnd(): void {
  listenForRefusedCompany(
    () =>
      void queryClient.invalidateQueries(
        { queryKey: sessionQuery.queryKey },
        { cancelRefetch: false },
      ),
  )
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== LOGGED_IN || newValue !== null) return
    forgetEdits()
    queryClient.setQueryData(sessionQuery.queryKey, null)
  })
  addEventListener('visibilitychange', () => {
    const isWithout = queryClient.getQueryData(sessionQuery.queryKey) === null
    if (!document.hidden && isWithout && hadSession()) void askForSessionAgain()
  })
}

const KEPT_EDIT = 'edit '
/** Returns the beginning of the storage keys of this user's unsaved edits (features/kept-edits). */
export const keptEditsOf = (user: string) => `${KEPT_EDIT}${user} `

/**
 * Forgets the edits kept in this tab, except those of the user who is logged in; session storage is
 * not shared between tabs.
 */
function forgetEdits(user?: string): void {
  for (const key of Object.keys(sessionStorage)) {
    const isOwn = user !== undefined && key.startsWith(keptEditsOf(user))
    if (key.startsWith(KEPT_EDIT) && !isOwn) sessionStorage.removeItem(key)
  }
}

/**
 * Forgets the unsaved edits of all tabs, and makes the other tabs show the login card.
 * @throws when the browser blocks storage
 */
export function sayEnded(): void {
  localStorage.removeItem(LOGGED_IN)
  forgetEdits()
}

/**
 * Logs out and goes to the front page, even if the request fails. Asks for confirmation first if
 * changes would be lost.
 * @param onGoing called when the user has confirmed
 */
export async function leave(onGoing?: () => void): Promise<void> {
  if (!(await mayLeave())) return
  onGoing?.()
  // Pending requests would be refused and mistaken for expired access.
  await queryClient.cancelQueries()
  await call(logout, {})
    .then(sayEnded)
    .catch(() => undefined)
  window.location.assign('/')
}
