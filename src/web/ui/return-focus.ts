import { useRef } from 'react'

/**
 * Returns the focus to where it was when the panel closes, or to the main landmark if that element
 * is gone. Radix only does this for dialogs with a trigger, while our dialogs are opened by state.
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
      // The user has followed a link in the dialog, and the link's target already has the focus.
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
