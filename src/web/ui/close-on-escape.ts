import type { KeyboardEvent } from 'react'

/**
 * Closes a panel on Escape from inside it. Radix leaves Escape to the layer opened last, which may
 * be a toast that appears while the panel is open, and listens only some milliseconds after the
 * panel has taken the focus. Menus are portals outside the panel and keep their own Escape.
 */
export const closeOnEscape =
  (onOpenChange: (open: boolean) => void) =>
  ({ key, target, currentTarget }: KeyboardEvent<HTMLElement>): void => {
    if (key === 'Escape' && target instanceof Node && currentTarget.contains(target))
      onOpenChange(false)
  }

/** Returns true when the key was pressed inside an open panel, which Escape then closes. */
export const isInPanel = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=dialog], [role=alertdialog]') !== null

/** Returns true when typed letters go into this element. */
export function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}
