import { useEffect, useLayoutEffect, useRef } from 'react'
import { isWriting } from '../../../ui/event-target.ts'
import { GUARD_MS } from './queue-state.ts'

const OWN_KEYS = /^([1-9nsu]|enter)$/i

const isOnButton = (target: EventTarget | null) =>
  target instanceof Element && target.closest('button, a, [role=menuitem]') !== null

/**
 * Calls `onKey` with each key of the queue while this view is shown. Repeated keys do nothing, and
 * no key counts at first: it may be meant for the customer before. Enter on a button presses the
 * button. Returns a function that says whether an event counts, for presses.
 * Each customer's view uses this anew, which starts the time again.
 */
export function useQueueKeys(
  onKey: (key: string) => void,
): (event: { timeStamp: number }) => boolean {
  const since = useRef(Infinity)
  const handler = useRef(onKey)
  const counts = ({ timeStamp }: { timeStamp: number }) => timeStamp - since.current >= GUARD_MS
  useLayoutEffect(() => {
    since.current = performance.now()
  }, [])
  useLayoutEffect(() => {
    handler.current = onKey
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target } = event
      if (event.ctrlKey || event.metaKey || event.altKey || !OWN_KEYS.test(key)) return
      if (document.querySelector('[role=alertdialog]')) return
      const isField =
        isWriting(target) && !(target instanceof HTMLInputElement && target.type === 'radio')
      if (isField) return
      if (event.repeat || event.timeStamp - since.current < GUARD_MS) {
        event.preventDefault()
        return
      }
      if (key === 'Enter' && isOnButton(target)) return
      event.preventDefault()
      handler.current(key)
    }
    // Before the dialog and its buttons, so that a repeated Enter presses none of them.
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
  return counts
}
