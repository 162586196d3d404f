import type { ReconciliationAnswer } from '#shared/contracts/reconciliation'
import { formatDate } from '#shared/dates'
import { text } from './text.ts'

type Reconciled = NonNullable<ReconciliationAnswer['reconciled']>

/**
 * Returns what the page says of the mark: nothing while a check is running, which may change the
 * figures, and offers it only to those who may once the month is over.
 */
export function reconciledState(
  {
    state,
    reconciled,
    over,
    checkedAt,
  }: Pick<ReconciliationAnswer, 'state' | 'reconciled' | 'over' | 'checkedAt'>,
  mayMark: boolean,
): 'none' | 'offered' | 'marked' | 'changed' {
  if (state === 'running' || checkedAt === null) return 'none'
  if (reconciled) return reconciled.changed ? 'changed' : 'marked'
  return over && mayMark ? 'offered' : 'none'
}

export const markedWords = ({ actor, at }: Pick<Reconciled, 'actor' | 'at'>): string =>
  text.reconciled.marked(formatDate(at), actor?.name)
