import { useEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * The time during which the cards above may still grow and push the target away: lists arrive after
 * the page.
 */
const SETTLING_MS = 3000
const FOCUSABLE = 'select:enabled, input:enabled, button:enabled'

/**
 * Brings the target of a link from a cause or banner, a card (#mva, #fiken) or a field
 * (#bankkonto), into view and gives it the focus. Keeps it in view while the page settles, unless
 * the user has begun to move.
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
 * Moves the focus to the target: a card takes it itself, so that it is read aloud by its name;
 * anything smaller gives it to its control.
 */
function focusOn(target: HTMLElement): void {
  const control = target.tagName === 'SECTION' ? null : target.querySelector<HTMLElement>(FOCUSABLE)
  if (control) return control.focus({ preventScroll: true })
  target.tabIndex = -1
  target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true })
  target.focus({ preventScroll: true })
}
