import { useEffect, useRef } from 'react'

/**
 * The back button or gesture of an Android phone
 * (https://developer.mozilla.org/docs/Web/API/CloseWatcher; not in TypeScript's DOM yet).
 */
interface CloseWatcher extends EventTarget {
  destroy(): void
}
type Watching = typeof globalThis & { CloseWatcher?: new () => CloseWatcher }

/**
 * True after one press has closed a panel. The browser groups close watchers created without a
 * touch in between and notifies all of them, the newest first.
 */
let pressed = false

/**
 * Makes a phone's back button close the panel instead of leaving the page, if the browser has
 * CloseWatcher. Does nothing with a mouse and a keyboard, where the browser would report Escape,
 * which the panel handles itself.
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
    // Ignores Escape from a phone's keyboard, because the panel handles Escape itself and first
    // closes an open list.
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
        // A close watcher works only once, and the panel can stay open to ask a question.
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
