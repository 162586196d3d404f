import { useEffect, useRef } from 'react'

/**
 * What a browser tells somebody to close with: the back button or gesture of an Android phone.
 * (https://developer.mozilla.org/docs/Web/API/CloseWatcher; not in TypeScript's DOM yet)
 */
interface CloseWatcher extends EventTarget {
  destroy(): void
}
type Watching = typeof globalThis & { CloseWatcher?: new () => CloseWatcher }

/**
 * One press has closed something. The browser counts those that opened without a touch in between
 * as one, and tells all of them, the newest first.
 */
let pressed = false

/**
 * A phone's back button closes the panel and not the page. With a mouse and a keyboard nothing is
 * watched for: there the browser would report Escape, which the panel hears itself. A browser that
 * cannot tell goes back as before.
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
    // A phone may have a keyboard too, and the panel hears Escape itself: a list that is open in it
    // is closed first.
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
        // It is over after one time, and the panel may stay open to ask something.
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
