import { useLayoutEffect } from 'react'

/** How many are open: a question may be asked from a drawer. */
let open = 0

/**
 * The place that app.css keeps for a scrollbar is given up while a veil is open, because nothing can
 * lie over it: a drawer would end beside a strip. What stands on the page keeps its place by a margin
 * of the same width.
 */
function useWholeWidth(): void {
  useLayoutEffect(() => {
    const root = document.documentElement
    open += 1
    if (open === 1) {
      // The veil has taken the scrollbar already, but not the place that is kept for it.
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
 * The dimmed ground behind a dialog. It also locks scrolling (app.css), because Radix' own
 * overlay would need an inline style element. As high as the panels themselves: a question asked
 * from a drawer comes later, so its veil dims the drawer too.
 */
export function Veil() {
  useWholeWidth()
  return <div data-veil aria-hidden className="fixed inset-0 z-50 animate-fade-in bg-veil" />
}
