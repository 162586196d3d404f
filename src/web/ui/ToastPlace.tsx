import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import { overlays } from './overlays.ts'
import { currentToast, dismissToast, subscribeToToast, type Toast } from './toast-store.ts'
import { X } from 'lucide-react'
import { Button, IconButton } from './Button.tsx'

/** A place for toasts. The first toast loads their code and is shown in plain form meanwhile. */
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

/** A toast without the toast code, so that the user can read what failed even offline. */
function PlainToast({ toast }: { toast: Toast }) {
  const { id, duration } = toast
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), duration)
    return () => clearTimeout(timer)
  }, [id, duration])
  return (
    <div
      role={toast.variant === 'destructive' ? 'alert' : 'status'}
      className="fixed right-3 bottom-[calc(0.75rem+var(--above-bottom-bar))] left-3 z-60 mx-auto flex max-w-100 animate-rise items-start gap-3 rounded-card border border-line-strong bg-surface py-3 pr-2 pl-4 shadow-raised sm:right-5 sm:bottom-[calc(1.25rem+var(--above-bottom-bar))] sm:left-auto sm:w-100"
    >
      <div className="min-w-0 flex-1 py-px">
        <p className="font-semibold text-pretty">{toast.title}</p>
        {toast.description && <p className="text-sm text-pretty text-ink-2">{toast.description}</p>}
        {toast.action && (
          <Button
            size="sm"
            className="mt-2"
            onClick={() => {
              dismissToast(id)
              toast.action?.run()
            }}
          >
            {toast.action.label}
          </Button>
        )}
      </div>
      <IconButton
        label="Lukk varsel"
        icon={<X aria-hidden className="size-4" />}
        className="-my-1.5"
        onClick={() => dismissToast(id)}
      />
    </div>
  )
}
