import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'

/**
 * 700 ms before a tooltip opens; for 300 ms after it has closed, the next one opens immediately.
 */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  )
}

/**
 * A short explanation of the one element inside, by pointer and by keyboard. A touch screen has
 * neither, and its phone is spared the work.
 */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  if (!window.matchMedia('(hover: hover)').matches) return children
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-64 animate-fade-in rounded-md bg-ink px-2.5 py-1.5 text-sm text-ground shadow-raised"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
