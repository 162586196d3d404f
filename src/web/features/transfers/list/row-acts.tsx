import { ExternalLink, Play, RotateCw, Trash2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Transfer } from '#shared/contracts/transfers/row'
import { words } from '../../../ui/words.ts'
import { openDraft } from '../open-draft.ts'
import type { TransferActs } from '../queries.ts'
import { text } from '../text.ts'
import { actsOn, isInvoiced, type ActStep, type Places } from '../transfer-state.ts'
import { rowTries, startWords, type RowButtons } from './row-buttons-state.ts'

export interface RowAct {
  label: string
  /** A shorter label for the table, where the line below has the rest of the text. */
  short?: string | undefined
  icon: ReactNode
  pending: boolean
  onSelect: () => void
  /** True when the action only opens a page. */
  isLink?: boolean
  isDeletion?: boolean
  /** True when the table has the action in the row's menu, because another one leads. */
  isAside?: boolean
}

interface RowActsInput {
  transfer: Transfer
  places: Places
  acts: TransferActs
  buttons: RowButtons
  fixes: readonly string[]
  /** The cause's retry button when the list shows the cause above its rows; undefined otherwise. */
  another: ActStep | undefined
  /** False for a role that only reads. */
  mayAct: boolean
  /** True when something else solves what stops the row. */
  unsolved: boolean
  onDelete: () => void
}

export function rowActs(input: RowActsInput): RowAct[] {
  const { transfer, places, acts, buttons, fixes, another, mayAct, unsolved, onDelete } = input
  const offered = actsOn(transfer, mayAct)
  const all = buttons === 'all'
  const { starts, retries } = rowTries(transfer, mayAct ? buttons : 'link', fixes, another)
  const icon = 'size-3.5'
  const start = startWords(transfer)
  const StartIcon = start?.icon ?? Play
  const list: (RowAct | false)[] = [
    starts && {
      label: start?.label ?? text.transferNow,
      short: start?.short,
      icon: <StartIcon aria-hidden className={icon} />,
      pending: acts.start.isBusy(transfer.id),
      isAside: unsolved && all,
      onSelect: () => acts.start.mutate(transfer),
    },
    retries && {
      label: buttons === 'process' ? 'Behandle nå' : (another?.label ?? words.tryAgain),
      icon: <RotateCw aria-hidden className={icon} />,
      pending: acts.retry.isBusy(transfer.id),
      onSelect: () => acts.retry.mutate(transfer),
    },
    offered.restore && {
      label: text.restore,
      icon: <Undo2 aria-hidden className={icon} />,
      pending: acts.restore.isBusy(transfer.id),
      onSelect: () => acts.restore.mutate(transfer),
    },
    (all || buttons === 'link') &&
      offered.openDraft &&
      !fixes.includes('openDraft') && {
        label: isInvoiced(transfer) ? 'Åpne i Fiken' : 'Åpne utkast',
        icon: <ExternalLink aria-hidden className={icon} />,
        pending: false,
        isLink: true,
        onSelect: () => void openDraft(transfer, places),
      },
    all &&
      offered.remove && {
        label: text.remove,
        icon: <Trash2 aria-hidden className={icon} />,
        pending: acts.remove.isBusy(transfer.id),
        isDeletion: true,
        onSelect: onDelete,
      },
  ]
  return list.filter((act) => act !== false)
}
