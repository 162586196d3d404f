import { useSyncExternalStore } from 'react'
import type { RemedyQuestion, CauseCode } from '#shared/causes/index'

/** The question open above every screen; at most one, wherever its button is. */
export interface OpenRemedy {
  asks: RemedyQuestion
  /** The cause whose jobs are retried with the answer. */
  cause: CauseCode
  /** The job that the question was opened from, if any: its needs come first. */
  transferId?: string | undefined
}

let open: OpenRemedy | null = null
const listeners = new Set<() => void>()

function show(next: OpenRemedy | null): void {
  open = next
  for (const listener of listeners) listener()
}

export const openRemedy = (remedy: OpenRemedy): void => show(remedy)
export const closeRemedy = (): void => show(null)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useOpenRemedy(): OpenRemedy | null {
  return useSyncExternalStore(subscribe, () => open)
}

/** Storage key of the question that continues when a phone returns from a consent page. */
const LEFT = 'fakturabro-remedy'

export const noteLeaving = ({ asks, cause }: OpenRemedy): void =>
  window.sessionStorage.setItem(LEFT, JSON.stringify({ asks, cause }))

/** Returns the question that a phone left in the middle of, and forgets it. */
export function takeLeft(): OpenRemedy | null {
  const noted = window.sessionStorage.getItem(LEFT)
  window.sessionStorage.removeItem(LEFT)
  return noted === null ? null : (JSON.parse(noted) as OpenRemedy)
}
