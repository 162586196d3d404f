import type { Transfer } from '#shared/contracts/transfers/row'
import { waitsForSet } from '../waiting-state.ts'
import { actsOn } from '../transfer-state.ts'
import { text } from './text.ts'

/** What a draft for several jobs means for a deposit; null for a job that goes alone. */
export function sharedSays(transfer: Transfer): string | null {
  if (waitsForSet(transfer)) return text.ownDraft
  if ((transfer.collective?.jobs ?? 0) === 0) return null
  return actsOn(transfer).undo ? `${text.shared} ${text.sharedUndo}` : text.shared
}
