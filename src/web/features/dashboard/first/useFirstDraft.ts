import { useState } from 'react'
import type { Transfer } from '#shared/contracts/transfers/row'

const SEEN = 'seen:first-draft'

/**
 * Returns the account's first draft until the user has opened or dismissed it on this device, with
 * the function that dismisses it.
 */
export function useFirstDraft(first: Transfer | null): [Transfer | null, dismiss: () => void] {
  const [seen, setSeen] = useState(readSeen)
  const dismiss = () => {
    if (!first) return
    setSeen(first.id)
    try {
      localStorage.setItem(SEEN, first.id)
    } catch {
      // The browser can block storage; the draft is then announced again after the next page load.
    }
  }
  return [first && first.id !== seen ? first : null, dismiss]
}

function readSeen(): string | null {
  try {
    return localStorage.getItem(SEEN)
  } catch {
    return null
  }
}
