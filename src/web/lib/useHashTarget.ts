import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Time in ms during which cards above the target can still grow and move it. */
const SETTLING_MS = 3000
const FOCUSABLE = 'select:enabled, input:enabled, button:enabled'

/**
 * Scrolls to a link's target, a card (#mva) or a field (#bankkonto), and moves the focus to it.
 * Keeps the target in view while the page is loading, until the user scrolls.
 */
export function useHashTarget(ready: boolean): void {
  const { hash, key } = useLocation()
  useEffect(() => {
    const target = ready && hash ? document.getElementById(hash.slice(1)) : null
    if (!target) return
    const show = () => target.scrollIntoView()
    show()
    focusOn(target)
    const watch = new ResizeObserver(show)
    const leave = new AbortController()
    const stop = () => {
      watch.disconnect()
      leave.abort()
    }
    watch.observe(document.body)
    const timer = setTimeout(stop, SETTLING_MS)
    for (const moved of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
      window.addEventListener(moved, stop, { signal: leave.signal, passive: true })
    }
    return () => {
      clearTimeout(timer)
      stop()
    }
    // The key changes when the same link is followed again.
  }, [ready, hash, key])
}

/**
 * Moves the focus. A card takes the focus itself, so that screen readers announce its name;
 * otherwise the target's input field or button does.
 */
function focusOn(target: HTMLElement): void {
  const control = target.tagName === 'SECTION' ? null : target.querySelector<HTMLElement>(FOCUSABLE)
  if (control) return control.focus({ preventScroll: true })
  target.tabIndex = -1
  target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true })
  target.focus({ preventScroll: true })
}
