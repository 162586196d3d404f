import { useEffect, useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react'

interface Last {
  element: Element
  row: Element | null
  place: number
  dialog: HTMLElement | null
}

/**
 * Keeps the focus in a list: when a focused button disappears, the focus moves to its row, else to
 * the row in its place, else to the dialog or the screen.
 * @param rests selector of the element in a row that takes the focus
 */
export function useKeepFocus(
  list: RefObject<HTMLElement | null>,
  rests: string,
): { onFocus: (event: FocusEvent<HTMLElement>) => void } {
  const last = useRef<Last | null>(null)
  const lost = () =>
    last.current && !last.current.element.isConnected && document.activeElement === document.body
      ? last.current
      : null
  // Runs before a surrounding dialog notices the lost focus and takes it.
  useLayoutEffect(() => {
    const was = lost()
    if (!was || !list.current) return
    const rows = [...list.current.children]
    const row = was.row?.isConnected ? was.row : rows[Math.min(was.place, rows.length - 1)]
    row?.querySelector<HTMLElement>(rests)?.focus({ preventScroll: true })
  })
  useEffect(
    () => () => {
      const was = lost()
      if (!was) return
      const around = was.dialog?.isConnected ? was.dialog : document.querySelector('main')
      around?.focus({ preventScroll: true })
    },
    [],
  )
  return {
    onFocus: ({ target, currentTarget }) => {
      // React also delivers events from a dialog opened by a row.
      if (!currentTarget.contains(target)) return
      const row = target.closest('li, [data-row]')
      last.current = {
        element: target,
        dialog: target.closest<HTMLElement>('[role=dialog]'),
        row,
        place: row ? [...currentTarget.children].indexOf(row) : 0,
      }
    },
  }
}
