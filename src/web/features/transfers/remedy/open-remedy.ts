import { useSyncExternalStore } from 'react'
import type { RemedyQuestion, CauseCode } from '#shared/causes/index'

/** What is being asked over whatever screen is open: one question, wherever its button is. */
export interface OpenRemedy {
  asks: RemedyQuestion
  /** The cause whose jobs are tried again with the answer. */
  cause: CauseCode
  /** The job that the question was asked from, when it was one: what it needs comes first. */
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

/** Noted before a phone leaves for a consent page: the question goes on when it is back. */
const LEFT = 'fakturabro-remedy'

export const noteLeaving = ({ asks, cause }: OpenRemedy): void =>
  window.sessionStorage.setItem(LEFT, JSON.stringify({ asks, cause }))

/** The question that a phone was in the middle of, once. */
export function takeLeft(): OpenRemedy | null {
  const noted = window.sessionStorage.getItem(LEFT)
  window.sessionStorage.removeItem(LEFT)
  return noted === null ? null : (JSON.parse(noted) as OpenRemedy)
}
