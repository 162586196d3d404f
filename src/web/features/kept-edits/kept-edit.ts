import { useEffect, useRef, useState } from 'react'
import { readSession, type SessionUser } from '#shared/contracts/auth'
import { ofCompany } from '../../lib/company/company.ts'
import { keyOf, queryClient } from '../../lib/query-client.ts'
import { hadSession, keptEditsOf } from '../../lib/session.ts'

/*
 * Edits that were unsaved when the session ended by itself. They are kept in their tab until the same
 * user opens the form of the same company again, another user logs in there, or somebody logs out in
 * any tab. Never used for passwords and codes.
 */

/** An older edit is more likely to surprise than to help. */
const KEPT_FOR_MS = 24 * 60 * 60_000

interface Kept<Edit> {
  at: number
  edit: Edit
}

const SESSION = keyOf(readSession)
const placeOf = (user: string, name: string) => keptEditsOf(user) + ofCompany(name)
const userNow = () => queryClient.getQueryData<SessionUser | null>(SESSION)?.id

/** Returns the edit that the session's end interrupted, to begin the form with; otherwise null. */
export function keptEdit<Edit>(name: string): Edit | null {
  const user = userNow()
  if (user === undefined) return null
  try {
    const kept = JSON.parse(
      sessionStorage.getItem(placeOf(user, name)) ?? 'null',
    ) as Kept<Edit> | null
    return kept !== null && Date.now() - kept.at < KEPT_FOR_MS ? kept.edit : null
  } catch {
    // The browser can block storage.
    return null
  }
}

/** Keeps the form's unsaved edit, null without one, if the session ends while the form is open. */
export function useKeepEdit<Edit>(name: string, edit: Edit | null): void {
  const [user] = useState(userNow)
  const latest = useRef(edit)
  useEffect(() => {
    latest.current = edit
  })
  useEffect(() => {
    if (user === undefined) return
    const place = placeOf(user, name)
    put(place, null)
    return () => {
      // After a refused request, some screens replace the form with a login card before the session
      // has been read again, while the cache still holds the user.
      const isAsked = queryClient.getQueryState(SESSION)?.fetchStatus === 'fetching'
      const hasEnded = (userNow() === undefined || isAsked) && hadSession()
      if (hasEnded && latest.current !== null) put(place, { at: Date.now(), edit: latest.current })
    }
  }, [name, user])
}

function put(place: string, kept: Kept<unknown> | null): void {
  try {
    if (kept) sessionStorage.setItem(place, JSON.stringify(kept))
    else sessionStorage.removeItem(place)
  } catch {
    // Without storage, the edit is lost as it always was.
  }
}
