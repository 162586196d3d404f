import { useRef } from 'react'

/**
 * Returns the focus to where it was before a dialog opened. Radix does so only for dialogs with a
 * trigger of their own; ours are opened by state. When that element is gone, the page's main
 * landmark takes it.
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
      // The user has followed a link in the dialog to a place that has the focus already.
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
