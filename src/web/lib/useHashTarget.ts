import { useEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * Time in ms during which cards above the target may still grow and move it, because lists load
 * after the page.
 */
const SETTLING_MS = 3000
const FOCUSABLE = 'select:enabled, input:enabled, button:enabled'

/**
 * Scrolls to the target of a link and moves the focus to it: a card (#mva, #fiken) or a field
 * (#bankkonto). Keeps the target in view while the page is loading, until the user scrolls.
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
 * Moves the focus to the target. A card takes the focus itself, so that screen readers announce its
 * name; for anything smaller, its input field or button takes the focus.
 */
function focusOn(target: HTMLElement): void {
  const control = target.tagName === 'SECTION' ? null : target.querySelector<HTMLElement>(FOCUSABLE)
  if (control) return control.focus({ preventScroll: true })
  target.tabIndex = -1
  target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true })
  target.focus({ preventScroll: true })
}
