import { lazy, Suspense, useEffect } from 'react'
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

/** A place for the open dialog; it outlives the session, so that the user's input is kept. */
export function RemedyPlace() {
  const open = useOpenRemedy()
  useEffect(() => {
    const left = takeLeft()
    // If the user cancelled on a phone, the URL has no response and the dialog does not open again.
    if (left && /[?&](code|auth_error)=/.test(window.location.search)) openRemedy(left)
  }, [])
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
