import { useRef, useState, type KeyboardEvent } from 'react'
import { useSearchParams } from 'react-router'
import type { Transfer } from '#shared/contracts/transfers'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { useKeepFocus } from '../../ui/keep-focus.ts'
import { CustomerChoice } from './CustomerChoice.tsx'
import { OverrulingQuestion } from './Overruling.tsx'
import { usePlaces, useTransferActs } from './queries.ts'
import { sharedWaits } from './shared-wait-state.ts'
import { SharedWaits } from './SharedWaits.tsx'
import { text } from './text.ts'
import { titleOf } from './transfer-state.ts'
import { TransferRow, type RowButtons } from './TransferRow.tsx'

/** The search parameter that holds the open transfer, so that "back" closes the drawer and a link can point to it. */
export const OPEN_PARAM = 'jobb'

interface TransferListProps {
  /** What the list holds, for screen readers. */
  label: string
  rows: readonly Transfer[]
  buttons: RowButtons
  chain?: 'full' | 'short'
  /** Rows can be chosen: their ids, and how that changes. */
  chosen?: ReadonlySet<string>
  onChoose?: (id: string, chosen: boolean) => void
}

/** Rows of transfers. A click opens the drawer, which the page renders once ({@link TransferDrawer}). */
export function TransferList({ label, rows, buttons, chain = 'full', chosen, onChoose }: TransferListProps) {
  const acts = useTransferActs()
  const places = usePlaces()
  const [search, setSearch] = useSearchParams()
  const [deleting, setDeleting] = useState<Transfer | null>(null)
  const [choosing, setChoosing] = useState<Transfer | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const waits = sharedWaits(rows, places)
  const toldAbove = new Set(waits.map(({ key }) => key))
  const kept = useKeepFocus(list, '[data-details]')
  const open = (id: string) =>
    setSearch(
      (now) => {
        now.set(OPEN_PARAM, id)
        return now
      },
      { preventScrollReset: true },
    )
  return (
    <>
      <SharedWaits waits={waits} />
      <ul ref={list} aria-label={label} className="divide-y divide-line" onKeyDown={walk} {...kept}>
        {rows.map((transfer) => (
          <TransferRow
            key={transfer.id}
            transfer={transfer}
            places={places}
            acts={acts}
            buttons={buttons}
            chain={chain}
            toldAbove={toldAbove}
            opened={search.get(OPEN_PARAM) === transfer.id}
            onOpen={() => open(transfer.id)}
            onDelete={() => setDeleting(transfer)}
            onChooseCustomer={() => setChoosing(transfer)}
            {...(chosen && onChoose
              ? { choice: { chosen: chosen.has(transfer.id), onChange: (now: boolean) => onChoose(transfer.id, now) } }
              : {})}
          />
        ))}
      </ul>
      <CustomerChoice transfer={choosing} onClose={() => setChoosing(null)} />
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={() => setDeleting(null)}
        title={deleting ? text.confirmDelete(titleOf(deleting)) : ''}
        description={text.confirmDeleteText}
        confirm={text.remove}
        onConfirm={() => deleting && acts.remove.mutate(deleting)}
      />
      <OverrulingQuestion overruling={acts.overruling} />
    </>
  )
}

/** Arrows, and j and k, go from row to row while one of the rows has the focus: from box to box, or from job to job. */
function walk(event: KeyboardEvent<HTMLUListElement>): void {
  const step = STEPS[event.key]
  const from = event.target instanceof HTMLElement ? event.target.closest('li') : null
  if (step === undefined || !from || event.ctrlKey || event.metaKey || event.altKey) return
  const to = step > 0 ? from.nextElementSibling : from.previousElementSibling
  const same = event.target instanceof HTMLElement && event.target.role === 'checkbox' ? '[role=checkbox]' : '[data-details]'
  const next = to?.querySelector<HTMLElement>(same)
  if (!next) return
  event.preventDefault()
  next.focus()
}

const STEPS: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }
