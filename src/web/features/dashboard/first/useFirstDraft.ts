import { useState } from 'react'
import type { Transfer } from '#shared/contracts/transfers/row'
import { ofCompany } from '../../../lib/company/company.ts'
import { presentDraft } from './first-minute-state.ts'

const SEEN = 'seen:first-draft'

/**
 * Returns the account's first draft until it is undone or gone, or the user has opened or dismissed
 * it on this device, with the function that dismisses it.
 */
export function useFirstDraft(
  rows: readonly Transfer[],
  first: Transfer | null,
): [Transfer | null, dismiss: () => void] {
  const [seen, setSeen] = useState(readSeen)
  // Stays while the screen is open: its counts come one after the other, and do not agree meanwhile.
  const [shown, setShown] = useState(first)
  if (first && first !== shown) setShown(first)
  const dismiss = () => {
    if (!shown) return
    setSeen(shown.id)
    try {
      localStorage.setItem(ofCompany(SEEN), shown.id)
    } catch {
      // The browser can block storage; the draft is then announced again after the next page load.
    }
  }
  const present = presentDraft(shown, rows)
  return [present && present.id !== seen ? present : null, dismiss]
}

function readSeen(): string | null {
  try {
    return localStorage.getItem(ofCompany(SEEN))
  } catch {
    return null
  }
}
