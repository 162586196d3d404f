import type { KeyboardEvent } from 'react'

/**
 * Returns a key handler that closes a panel on Escape. Radix passes Escape to the layer opened
 * last, which can be a toast, and starts listening only some milliseconds after the panel has taken
 * the focus. Menus are portals outside the panel and handle Escape themselves.
 */
export const closeOnEscape =
  (onOpenChange: (open: boolean) => void) =>
  ({ key, target, currentTarget }: KeyboardEvent<HTMLElement>): void => {
    if (key === 'Escape' && target instanceof Node && currentTarget.contains(target))
      onOpenChange(false)
  }
