import { Clock, Play, RotateCw, type LucideIcon } from 'lucide-react'
import type { Transfer } from '#shared/contracts/transfers/row'
import { text } from '../text.ts'
import { startMeans } from '../waiting-state.ts'
import { actsOn, type ActStep, type Step } from '../transfer-state.ts'

/**
 * Which buttons a list puts on its rows: none, "Prøv igjen" (the dashboard's failed ones),
 * "Behandle nå" (its waiting ones), or all that the transfers screen has, where what has failed is
 * started by "Overfør nå" as well.
 */
export type RowButtons = 'none' | 'retry' | 'process' | 'all'

/** A cause's other try that says nothing more than the row's own button. */
export function isRowsOwn(
  step: Step,
  { status }: Pick<Transfer, 'status'>,
  buttons: RowButtons,
): boolean {
  if (!('act' in step) || step.act !== 'retry' || step.plain !== true) return false
  return buttons === 'process' || (buttons === 'all' && status === 'failed')
}

/**
 * The button by which a row goes on: "Overfør nå", or another try. Where the cause has a word of
 * its own for it ("Overfør likevel"), that is the button; but among what waits on the dashboard
 * every row has "Behandle nå" (specification part 1 §2).
 *
 * @param fixes the acts that the cause box offers
 * @param another the cause's other try, when it stands above the list
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
 * What starting a job is called where that concerns its customer's collective draft: to begin to wait for
 * it, and to leave it, are opposites (`short` where a row has no room). Null for a job that goes alone.
 */
export function startWords(transfer: Transfer): StartWords | null {
  const { joins, joinsShort, leaves, leavesShort } = text.collective
  switch (startMeans(transfer)) {
    case 'joins':
      // What has failed is tried again, and only then begins to wait.
      return transfer.status === 'failed'
        ? { label: text.retry, icon: RotateCw }
        : { label: joins, short: joinsShort, icon: Clock }
    case 'leaves':
      return { label: leaves, short: leavesShort, icon: Play }
    case null:
      return null
  }
}
