import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import { overlays } from './overlays.ts'
import { PlainToast } from './PlainToast.tsx'
import { currentToast, subscribeToToast } from './toast-store.ts'

/**
 * The place of the toasts, which loads their code with the first one. Until the code can be loaded,
 * a plain toast takes its place.
 */
export function ToastPlace() {
  const shown = useSyncExternalStore(subscribeToToast, currentToast)
  const [Toaster, setToaster] = useState<ComponentType | null>(null)
  const [plainId, setPlainId] = useState<number>()
  useEffect(() => {
    if (!shown || Toaster) return
    overlays().then(
      (part) => setToaster(() => part.Toaster),
      () => setPlainId(shown.id),
    )
  }, [shown, Toaster])
  if (Toaster) return <Toaster />
  return shown && shown.id === plainId ? <PlainToast toast={shown} /> : null
}
