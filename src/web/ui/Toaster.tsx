import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useRef, useSyncExternalStore, type FocusEvent } from 'react'
import { Button, IconButton } from './Button.tsx'
import { isInPanel } from './event-target.ts'
import { cx } from './cx.ts'
import { currentToast, dismissToast, subscribeToToast, TOAST_MS } from './toast-store.ts'

/** Distance of a swipe that dismisses a toast: 50 pixels; Radix requires more than this. */
const SWIPE_PX = 50 - 0.01
const HOTKEY = 'F8'

const LOOKS = {
  default: { Icon: CircleCheck, tone: 'text-ok' },
  neutral: { Icon: Info, tone: 'text-ink-2' },
  destructive: { Icon: TriangleAlert, tone: 'text-bad' },
}

/**
 * Returns a handler that passes the focus from the list of toasts to the toast's button, and
 * returns the focus afterwards. Otherwise the next Tab would start at the top of the page, and a
 * toast that appears in a focused list would never disappear.
 */
function useFocusOfToasts(): { onFocus: (event: FocusEvent<HTMLElement>) => void } {
  const before = useRef<HTMLElement | null>(null)
  return {
    onFocus: ({ target, currentTarget, relatedTarget }) => {
      const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
      if (!isInside) before.current = relatedTarget instanceof HTMLElement ? relatedTarget : null
      if (target !== currentTarget) return
      if (!isInside) return currentTarget.querySelector('button')?.focus()
      const known = before.current?.isConnected ? before.current : document.querySelector('main')
      known?.focus({ preventScroll: true })
    },
  }
}

/** Shows at most one toast, whose timer pauses while the toast has the focus or the pointer. */
export function Toaster() {
  const focus = useFocusOfToasts()
  const shown = useSyncExternalStore(subscribeToToast, currentToast)
  const destructive = shown?.variant === 'destructive'
  const { Icon, tone } = LOOKS[shown?.variant ?? 'default']
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
          <Icon aria-hidden className={cx('mt-0.5 size-5 shrink-0', tone)} />
          <div className="min-w-0 flex-1 py-px">
            <Radix.Title className="font-semibold text-pretty">{shown.title}</Radix.Title>
            {shown.description && (
              <Radix.Description className="text-sm text-pretty text-ink-2">
                {shown.description}
              </Radix.Description>
            )}
            {shown.action && (
              <Radix.Action asChild altText={shown.action.label}>
                <Button
                  size="sm"
                  className="mt-2"
                  aria-keyshortcuts={HOTKEY}
                  onClick={shown.action.run}
                >
                  {shown.action.label}
                  <kbd
                    aria-hidden
                    className="rounded-md border border-line-strong bg-surface-2 px-1 font-sans text-xs text-ink-2 pointer-coarse:hidden"
                  >
                    {HOTKEY}
                  </kbd>
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
        hotkey={[HOTKEY]}
        {...focus}
        className="fixed right-3 bottom-[calc(0.75rem+var(--above-bottom-bar))] left-3 z-60 mx-auto flex max-w-100 flex-col outline-none sm:right-5 sm:bottom-[calc(1.25rem+var(--above-bottom-bar))] sm:left-auto sm:w-100"
      />
    </Radix.Provider>
  )
}
