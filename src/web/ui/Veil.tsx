import { useLayoutEffect } from 'react'

/** Number of open veils; there may be two, because a drawer can open a dialog. */
let open = 0

/**
 * Removes the space that app.css reserves for the scrollbar while a veil is open, because a drawer
 * could not cover that space. The page keeps its layout by a margin of the same width.
 */
function useWholeWidth(): void {
  useLayoutEffect(() => {
    const root = document.documentElement
    open += 1
    if (open === 1) {
      // The veil has already removed the scrollbar, but not its reserved space.
      const { width } = root.getBoundingClientRect()
      root.style.setProperty('--scrollbar', `${window.innerWidth - width}px`)
      root.dataset['veiled'] = ''
    }
    return () => {
      open -= 1
      if (open > 0) return
      delete root.dataset['veiled']
      root.style.removeProperty('--scrollbar')
    }
  }, [])
}

/**
 * Dimmed background behind a dialog. Also locks scrolling (app.css), because Radix's own overlay
 * would need an inline style element. Its z-index is the same as a panel's, so that the veil of a
 * dialog opened from a drawer, which comes later in the document, dims the drawer too.
 */
export function Veil() {
  useWholeWidth()
  return <div data-veil aria-hidden className="fixed inset-0 z-50 animate-fade-in bg-veil" />
}
