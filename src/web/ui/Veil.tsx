import { useLayoutEffect } from 'react'

/** The number of open veils: a question may be asked from a drawer. */
let open = 0

/**
 * Gives up the space that app.css reserves for a scrollbar while a veil is open, because nothing
 * can lie over it: a drawer would end beside a strip. The page keeps its layout by a margin of the
 * same width.
 */
function useWholeWidth(): void {
  useLayoutEffect(() => {
    const root = document.documentElement
    open += 1
    if (open === 1) {
      // The veil has removed the scrollbar already, but not its reserved space.
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
 * The dimmed ground behind a dialog. It also locks scrolling (app.css), because Radix' own overlay
 * would need an inline style element. Its z-index is the panels' own: a question asked from a
 * drawer comes later in the document, so its veil dims the drawer too.
 */
export function Veil() {
  useWholeWidth()
  return <div data-veil aria-hidden className="fixed inset-0 z-50 animate-fade-in bg-veil" />
}
