import { lazy, Suspense, useEffect, useRef } from 'react'
import { useSession } from '../../lib/session.ts'
import {
  closeRemedy,
  openRemedy,
  takeLeft,
  useOpenRemedy,
} from '../transfers/remedy/open-remedy.ts'

const GrantRemedy = lazy(() =>
  import('./GrantRemedy.tsx').then((part) => ({ default: part.GrantRemedy })),
)
const VatRemedy = lazy(() =>
  import('./VatRemedy.tsx').then((part) => ({ default: part.VatRemedy })),
)

/** A place for the open dialog; it outlives its user's session, so that the input is kept. */
export function RemedyPlace() {
  const open = useOpenRemedy()
  useEffect(() => {
    const left = takeLeft()
    // If the user cancelled on a phone, the URL has no response and the dialog does not open again.
    if (left && /[?&](code|auth_error)=/.test(window.location.search)) openRemedy(left)
  }, [])
  const session = useSession()
  const user = session.state === 'user' ? session.user.id : null
  const lastUser = useRef(user)
  useEffect(() => {
    if (user === null) return
    if (lastUser.current !== null && lastUser.current !== user) closeRemedy()
    lastUser.current = user
  }, [user])
  if (!open) return null
  const { asks, cause, transferId } = open
  return (
    <Suspense>
      {asks === 'vat' ? (
        <VatRemedy cause={cause} transferId={transferId} onClose={closeRemedy} />
      ) : (
        <GrantRemedy vendor={asks} cause={cause} onClose={closeRemedy} />
      )}
    </Suspense>
  )
}
