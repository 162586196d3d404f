import { useLayoutEffect } from 'react'
import { cx } from './cx.ts'

/** Number of open veils: two when a drawer has opened a dialog. */
let open = 0

/**
 * Removes the space reserved for the scrollbar (app.css), which a drawer could not cover. A margin
 * of the same width keeps the layout.
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
 * A dimmed background, which also locks scrolling (app.css), because Radix's own overlay would need
 * an inline style element. It has a panel's z-index, so that the veil of a dialog opened from a
 * drawer, later in the document, dims the drawer too.
 */
export function Veil({ className = 'z-50' }: { className?: string }) {
  useWholeWidth()
  return (
    <div data-veil aria-hidden className={cx('fixed inset-0 animate-fade-in bg-veil', className)} />
  )
}
