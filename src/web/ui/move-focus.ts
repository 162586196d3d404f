import type { KeyboardEvent } from 'react'

const STEPS: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/** Moves the focus with the arrow keys, j and k, between the rows' checkboxes or `data-details`. */
export function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  const step = STEPS[event.key]
  const from = event.target instanceof HTMLElement ? event.target.closest('[data-row]') : null
  if (step === undefined || !from || event.ctrlKey || event.metaKey || event.altKey) return
  const to = step > 0 ? from.nextElementSibling : from.previousElementSibling
  const same =
    event.target instanceof HTMLElement && event.target.role === 'checkbox'
      ? '[role=checkbox]'
      : '[data-details]'
  const next = to?.querySelector<HTMLElement>(same)
  if (!next) return
  event.preventDefault()
  next.focus()
}
