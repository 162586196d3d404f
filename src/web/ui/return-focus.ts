import { useRef } from 'react'

/**
 * Gives the focus back to where it was before a dialog opened. Radix does so only for dialogs
 * with a trigger of their own; ours are opened by state. Where that element is gone, the page's
 * main landmark takes it.
 */
export function useReturnFocus(): {
  onOpenAutoFocus: () => void
  onCloseAutoFocus: (event: Event) => void
} {
  const before = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault()
      // Somebody has followed a link in it to a place that has the focus already.
      const { activeElement } = document
      if (!before.current?.isConnected && activeElement && activeElement !== document.body) return
      const known =
        before.current !== document.body && before.current?.isConnected
          ? before.current
          : document.querySelector('main')
      if (known instanceof HTMLElement) known.focus({ preventScroll: true })
    },
  }
}
