import { CircleCheck, TriangleAlert, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { Button, IconButton } from './Button.tsx'
import { isInPanel } from './close-on-escape.ts'
import { cx } from './cx.ts'
import { currentToast, dismissToast, subscribeToToast, TOAST_MS } from './toast-store.ts'

/** Radix dismisses beyond its threshold, and 50 pixels are to be enough. */
const SWIPE_PX = 50 - 0.01

/** The one visible toast. Swipe right 50 px to dismiss, F8 moves the focus here. */
export function Toaster() {
  const shown = useSyncExternalStore(subscribeToToast, currentToast)
  const destructive = shown?.variant === 'destructive'
  const Icon = destructive ? TriangleAlert : CircleCheck
  return (
    <Radix.Provider
      label="Varsel"
      duration={TOAST_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_PX}
    >
      {shown && (
        <Radix.Root
          key={shown.id}
          type={destructive ? 'foreground' : 'background'}
          duration={shown.duration}
          onOpenChange={(open) => {
            if (!open) dismissToast(shown.id)
          }}
          onEscapeKeyDown={(event) => {
            if (isInPanel(event.target)) event.preventDefault()
          }}
          className={cx(
            'flex animate-rise items-start gap-3 rounded-card border bg-surface py-3 pr-2 pl-4 shadow-raised',
            'data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
            destructive ? 'border-bad' : 'border-line',
          )}
        >
          <Icon
            aria-hidden
            className={cx('mt-0.5 size-5 shrink-0', destructive ? 'text-bad' : 'text-ok')}
          />
          <div className="min-w-0 flex-1 py-px">
            <Radix.Title className="font-semibold">{shown.title}</Radix.Title>
            {shown.description && (
              <Radix.Description className="text-sm text-ink-2">
                {shown.description}
              </Radix.Description>
            )}
            {shown.action && (
              <Radix.Action asChild altText={shown.action.label}>
                <Button size="sm" className="mt-2" onClick={shown.action.run}>
                  {shown.action.label}
                </Button>
              </Radix.Action>
            )}
          </div>
          <Radix.Close asChild>
            <IconButton
              label="Lukk varsel"
              icon={<X aria-hidden className="size-4" />}
              className="-my-1.5"
            />
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport
        label="Varsler ({hotkey})"
        hotkey={['F8']}
        className="fixed right-3 bottom-[calc(0.75rem+var(--above-bottom-bar))] left-3 z-60 mx-auto flex max-w-100 flex-col outline-none sm:right-5 sm:bottom-[calc(1.25rem+var(--above-bottom-bar))] sm:left-auto sm:w-100"
      />
    </Radix.Provider>
  )
}
