import { HoverCard as RadixCard, Tooltip as RadixTooltip } from 'radix-ui'
import { useEffect, useRef, useState } from 'react'
import type { HoverCardProps, TooltipProps } from './HoverCard.tsx'

export function HoveringTooltip({ text, children }: TooltipProps) {
  return (
    <RadixTooltip.Provider delayDuration={700}>
      <RadixTooltip.Root>
        <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-64 animate-fade-in rounded-md bg-ink px-2.5 py-1.5 text-sm text-ground shadow-raised"
          >
            {text}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  )
}

const OPEN_DELAY_MS = 700
const CLOSE_DELAY_MS = 300

export function HoveringCard({ label, content, suspended, children }: HoverCardProps) {
  const trigger = useRef<HTMLAnchorElement>(null)
  const card = useRef<HTMLDivElement>(null)
  // Ignores a row that moves under a resting pointer, because its card would cover what the user is
  // about to press.
  const moved = useRef(false)
  const [open, setOpen] = useState(false)
  const shown = open && !suspended
  useEffect(() => {
    if (!shown) return
    // Radix removes everything in the card from the tab order, but scrolling parts must be
    // reachable by keyboard.
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
  // Radix also opens the card on focus, where it would cover the next element in the tab order.
  const change = (next: boolean) =>
    setOpen(next && moved.current && Boolean(trigger.current?.matches(':hover')))
  return (
    <RadixCard.Root
      openDelay={OPEN_DELAY_MS}
      closeDelay={CLOSE_DELAY_MS}
      open={shown}
      onOpenChange={change}
    >
      <RadixCard.Trigger
        asChild
        ref={trigger}
        onPointerMove={() => (moved.current = true)}
        onPointerLeave={() => (moved.current = false)}
      >
        {children}
      </RadixCard.Trigger>
      <RadixCard.Portal>
        <RadixCard.Content
          ref={card}
          role="dialog"
          aria-label={label}
          align="start"
          sideOffset={4}
          collisionPadding={12}
          className="z-30 max-h-(--radix-hover-card-content-available-height) w-88 max-w-[calc(100vw-1.5rem)] animate-rise shows-more-y overflow-y-auto rounded-card border border-line bg-surface p-4 text-sm shadow-raised"
        >
          {content}
        </RadixCard.Content>
      </RadixCard.Portal>
    </RadixCard.Root>
  )
}
