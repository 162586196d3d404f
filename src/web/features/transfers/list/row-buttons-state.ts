import { Clock, Play, RotateCw, type LucideIcon } from 'lucide-react'
import type { Transfer } from '#shared/contracts/transfers/row'
import { words } from '../../../ui/words.ts'
import { text } from '../text.ts'
import { startMeans } from '../waiting-state.ts'
import { actsOn, type ActStep, type Step } from '../transfer-state.ts'

/**
 * The buttons that a list shows on its rows: only the link to the draft (the dashboard's latest rows),
 * "Prøv igjen" (failed rows on the dashboard),
 * "Behandle nå" (waiting rows on the dashboard), or all of them. With all, failed rows also start
 * with "Overfør nå" (the transfers screen).
 */
export type RowButtons = 'link' | 'retry' | 'process' | 'all'

/** Returns true if a cause's retry button would be identical to the row's own button. */
export function isRowsOwn(
  step: Step,
  { status }: Pick<Transfer, 'status'>,
  buttons: RowButtons,
): boolean {
  if (!('act' in step) || step.act !== 'retry' || step.plain !== true) return false
  return buttons === 'process' || (buttons === 'all' && status === 'failed')
}

/**
 * Returns which button continues a row: "Overfør nå" or a retry. A cause with a special retry label
 * ("Overfør likevel") replaces the row's button, except that every waiting row on the dashboard has
 * "Behandle nå" (specification part 1 §2).
 *
 * @param fixes actions offered by the box about the cause
 * @param another the cause's retry button, when the cause is shown above the list
 */
export function rowTries(
  transfer: Transfer,
  buttons: RowButtons,
  fixes: readonly string[],
  another: ActStep | undefined,
): { starts: boolean; retries: boolean } {
  const tries = (starts: boolean, retries: boolean) => ({ starts, retries })
  if (!actsOn(transfer).start || buttons === 'link') return tries(false, false)
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
 * Returns the label of a start that would join or leave a collective draft; null for any other job.
 * `short` is for narrow rows.
 */
export function startWords(transfer: Transfer): StartWords | null {
  const { joins, joinsShort, leaves, leavesShort } = text.collective
  switch (startMeans(transfer)) {
    case 'joins':
      // A failed job is retried first and joins the collective draft afterwards.
      return transfer.status === 'failed'
        ? { label: words.tryAgain, icon: RotateCw }
        : { label: joins, short: joinsShort, icon: Clock }
    case 'leaves':
      return { label: leaves, short: leavesShort, icon: Play }
    case null:
      return null
  }
}
