import { useSyncExternalStore } from 'react'
import type { RemedyQuestion, CauseCode } from '#shared/causes/index'
import { ofCompany } from '../../../lib/company/company.ts'

export interface OpenRemedy {
  asks: RemedyQuestion
  cause: CauseCode
  /** The job that the dialog was opened from, if any; its rates come first. */
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

/** The storage key of the dialog that opens again when a phone returns from a consent page. */
const left = () => ofCompany('fakturabro-remedy')

export const noteLeaving = ({ asks, cause }: OpenRemedy): void =>
  window.sessionStorage.setItem(left(), JSON.stringify({ asks, cause }))

/** Returns the dialog that was open when a phone left the page, and removes it from the storage. */
export function takeLeft(): OpenRemedy | null {
  const noted = window.sessionStorage.getItem(left())
  window.sessionStorage.removeItem(left())
  return noted === null ? null : (JSON.parse(noted) as OpenRemedy)
}
