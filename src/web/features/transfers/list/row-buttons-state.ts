import { Clock, Play, RotateCw, type LucideIcon } from 'lucide-react'
import type { Transfer } from '#shared/contracts/transfers/row'
import { words } from '../../../ui/words.ts'
import { text } from '../text.ts'
import { startMeans } from '../waiting-state.ts'
import { actsOn, type ActStep, type Step } from '../transfer-state.ts'

/**
 * The buttons that a list puts on its rows: none, "Prøv igjen" (the dashboard's failed ones),
 * "Behandle nå" (its waiting ones), or all, as on the transfers screen, where failed ones also
 * start with "Overfør nå".
 */
export type RowButtons = 'none' | 'retry' | 'process' | 'all'

/** Returns true for a cause's retry that says nothing more than the row's own button. */
export function isRowsOwn(
  step: Step,
  { status }: Pick<Transfer, 'status'>,
  buttons: RowButtons,
): boolean {
  if (!('act' in step) || step.act !== 'retry' || step.plain !== true) return false
  return buttons === 'process' || (buttons === 'all' && status === 'failed')
}

/**
 * Returns the button that continues a row: "Overfør nå", or a retry. A cause with its own word for
 * it ("Overfør likevel") replaces the button; but every waiting row on the dashboard has "Behandle
 * nå" (specification part 1 §2).
 *
 * @param fixes the acts that the cause box offers
 * @param another the cause's retry, when the cause is shown above the list
 */
export function rowTries(
  transfer: Transfer,
  buttons: RowButtons,
  fixes: readonly string[],
  another: ActStep | undefined,
): { starts: boolean; retries: boolean } {
  const tries = (starts: boolean, retries: boolean) => ({ starts, retries })
  if (!actsOn(transfer).start || buttons === 'none') return tries(false, false)
  if (buttons === 'process') return tries(false, true)
  if (fixes.includes('retry')) return tries(false, false)
  const worded = another !== undefined && !(transfer.status === 'failed' && another.plain === true)
  return buttons === 'all' && !worded ? tries(true, false) : tries(false, true)
}

interface StartWords {
  label: string
  short?: string
  icon: LucideIcon
}

/**
 * Returns the start button's label for a job with a collective draft, since joining it and leaving
 * it are opposites (`short` for narrow rows). Null for a job that goes alone.
 */
export function startWords(transfer: Transfer): StartWords | null {
  const { joins, joinsShort, leaves, leavesShort } = text.collective
  switch (startMeans(transfer)) {
    case 'joins':
      // A failed job is retried first, and only then begins to wait.
      return transfer.status === 'failed'
        ? { label: words.tryAgain, icon: RotateCw }
        : { label: joins, short: joinsShort, icon: Clock }
    case 'leaves':
      return { label: leaves, short: leavesShort, icon: Play }
    case null:
      return null
  }
}
