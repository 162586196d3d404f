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

/**
 * Opens the dialog of a remedy. It lies above every screen and outlives the session, so that
 * answers are kept when the session ends halfway.
 */
export function RemedyPlace() {
  const open = useOpenRemedy()
  useEffect(() => {
    const left = takeLeft()
    // A phone that turned back has no answer in its address, so the dialog does not open again.
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
