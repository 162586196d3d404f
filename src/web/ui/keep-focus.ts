import { useEffect, useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react'

interface Last {
  element: Element
  row: Element | null
  place: number
  /** Which the list is in. */
  dialog: HTMLElement | null
}

/**
 * Keeps the focus in a list whose rows change by what is done to them. A button that goes away,
 * because it was pressed or because its row did, would leave the focus nowhere: its row takes it,
 * or the row that has come in its place, or the dialog or the screen when the list has gone.
 *
 * @param rests what in a row takes the focus, as a selector
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
  // Before a dialog around it notices, and takes the focus itself.
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
      // React hears what happens in a dialog that a row has opened, too.
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
