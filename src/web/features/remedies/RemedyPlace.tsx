import { lazy, Suspense, useEffect } from 'react'
import {
  closeRemedy,
  openRemedy,
  takeLeft,
  useOpenRemedy,
} from '../transfers/remedy/open-remedy.ts'

const RemedyDialog = lazy(() =>
  import('./RemedyDialog.tsx').then((part) => ({ default: part.RemedyDialog })),
)

/**
 * Where a remedy's question is asked. Above every screen and whoever is logged in, so that what was
 * answered stays when the session ends in the middle of it.
 */
export function RemedyPlace() {
  const open = useOpenRemedy()
  useEffect(() => {
    const left = takeLeft()
    // A phone that turned back has no answer in its address, and is not asked again.
    if (left && /[?&](code|auth_error)=/.test(window.location.search)) openRemedy(left)
  }, [])
  if (!open) return null
  return (
    <Suspense>
      <RemedyDialog {...open} onClose={closeRemedy} />
    </Suspense>
  )
}
