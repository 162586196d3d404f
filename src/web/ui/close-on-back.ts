import { useEffect, useRef } from 'react'

/**
 * The browser's close request: the back button or gesture of an Android phone.
 * (https://developer.mozilla.org/docs/Web/API/CloseWatcher; not in TypeScript's DOM yet)
 */
interface CloseWatcher extends EventTarget {
  destroy(): void
}
type Watching = typeof globalThis & { CloseWatcher?: new () => CloseWatcher }

/**
 * True when one press has closed a panel. The browser groups watchers created without a touch in
 * between and notifies all of them, the newest first.
 */
let pressed = false

/**
 * Closes the panel, and not the page, on a phone's back button. With a mouse and a keyboard it does
 * nothing: the browser would report Escape, which the panel handles itself. A browser without the
 * interface goes back as before.
 */
export function useCloseOnBack(onOpenChange: (open: boolean) => void): void {
  const latest = useRef(onOpenChange)
  useEffect(() => {
    latest.current = onOpenChange
  })
  useEffect(() => {
    const { CloseWatcher } = globalThis as Watching
    if (!CloseWatcher || !window.matchMedia('(pointer: coarse)').matches) return
    let watcher: CloseWatcher
    // A phone may have a keyboard too, and the panel handles Escape itself: an open list in it is
    // closed first.
    let byKey = false
    const noteKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      byKey = true
      setTimeout(() => (byKey = false))
    }
    window.addEventListener('keydown', noteKey, true)
    const watch = () => {
      watcher = new CloseWatcher()
      watcher.addEventListener('close', () => {
        // A watcher works once, and the panel may stay open to ask a question.
        watch()
        if (pressed || byKey) return
        pressed = true
        setTimeout(() => (pressed = false))
        latest.current(false)
      })
    }
    watch()
    return () => {
      window.removeEventListener('keydown', noteKey, true)
      watcher.destroy()
    }
  }, [])
}
