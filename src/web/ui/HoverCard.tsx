import { HoverCard as Radix } from 'radix-ui'
import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react'

const OPEN_DELAY_MS = 700
const CLOSE_DELAY_MS = 300

interface HoverCardProps {
  /** What the card is about, for screen readers. */
  label: string
  content: ReactNode
  /** Keeps the card away, for example while a drawer about the same thing is open. */
  suspended?: boolean
  /** One element. */
  children: ReactElement
}

/**
 * A card about the element inside, while a pointer rests on it. It is an extra: whatever it shows
 * must also be reachable by a click, a tap or a key.
 */
export function HoverCard(props: HoverCardProps) {
  // Where nothing hovers, Radix would only get in the way of the finger: it tries to hold touches
  // back, and the browser objects.
  return window.matchMedia('(hover: hover)').matches ? <Hovering {...props} /> : props.children
}

function Hovering({ label, content, suspended, children }: HoverCardProps) {
  const trigger = useRef<HTMLAnchorElement>(null)
  const card = useRef<HTMLDivElement>(null)
  // A row that comes to lie under a pointer at rest is not hovered over: its card would lie over
  // what somebody is about to press.
  const moved = useRef(false)
  const [open, setOpen] = useState(false)
  const shown = open && !suspended
  useEffect(() => {
    if (!shown) return
    // Radix takes everything in the card out of the tab order; what scrolls must stay reachable for
    // those who scroll with keys.
    const timer = setTimeout(() => {
      for (const scroller of [
        card.current,
        ...(card.current?.querySelectorAll<HTMLElement>('[data-scrolls]') ?? []),
      ]) {
        if (scroller && scroller.scrollHeight > scroller.clientHeight) scroller.tabIndex = 0
      }
    }, 0)
    return () => clearTimeout(timer)
  }, [shown])
  // Radix opens it on focus too. There it would cover what the keyboard comes to next.
  const change = (next: boolean) =>
    setOpen(next && moved.current && Boolean(trigger.current?.matches(':hover')))
  return (
    <Radix.Root
      openDelay={OPEN_DELAY_MS}
      closeDelay={CLOSE_DELAY_MS}
      open={shown}
      onOpenChange={change}
    >
      <Radix.Trigger
        asChild
        ref={trigger}
        onPointerMove={() => (moved.current = true)}
        onPointerLeave={() => (moved.current = false)}
      >
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          ref={card}
          role="dialog"
          aria-label={label}
          align="start"
          sideOffset={4}
          collisionPadding={12}
          className="z-30 max-h-(--radix-hover-card-content-available-height) w-88 max-w-[calc(100vw-1.5rem)] animate-rise overflow-y-auto rounded-card border border-line bg-surface p-4 text-sm shadow-raised"
        >
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
