import { Clock, ExternalLink } from 'lucide-react'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { StopStrip } from './StopStrip.tsx'
import type { ListSort } from '../filter-state.ts'
import type { Transfer } from '#shared/contracts/transfers/row'
import type { PendingReason } from '#shared/transfer-status'
import { RemedyStep } from '../remedy/RemedyStep.tsx'
import { Button } from '../../../ui/Button.tsx'
import { DataTable, type DataColumn } from '../../../ui/DataTable.tsx'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { useKeepFocus } from '../../../ui/keep-focus.ts'
import { moveFocus } from '../../../ui/move-focus.ts'
import { TABLE, useMatches } from '../../../ui/useMatches.ts'
import { askedOf } from '../../customers/choose/asked.ts'
import { CustomerChoice } from '../../customers/choose/CustomerChoice.tsx'
import { OverrulingQuestion } from '../overruling/OverrulingQuestion.tsx'
import { OPEN_PARAM } from '../open-param.ts'
import { usePlaces } from '../places.ts'
import { useTransferActs } from '../queries.ts'
import { isSaidAbove, sharedWaits, waitKey, type SharedWait } from './shared-wait-state.ts'
import { useGrantsSaid } from '../remedy/grants-said.ts'
import { text } from '../text.ts'
import { concernsAll } from '../waiting-state.ts'
import { explanationOf, titleOf } from '../transfer-state.ts'
import type { RowButtons } from './row-buttons-state.ts'
import { TransferRow } from './TransferRow.tsx'

interface TransferListProps {
  /** The list's name for screen readers. */
  label: string
  rows: readonly Transfer[]
  buttons: RowButtons
  chain?: 'full' | 'short'
  /** A wait that the page says above the list, so that the rows do not repeat it. */
  saidAbove?: PendingReason | undefined
  chosen?: ReadonlySet<string>
  onChoose?: (id: string, chosen: boolean) => void
  sort?: ListSort | undefined
  onSort?: (sort: ListSort) => void
}

export function TransferList({
  label,
  rows,
  buttons,
  chain = 'full',
  saidAbove,
  chosen,
  onChoose,
  sort,
  onSort,
}: TransferListProps) {
  const acts = useTransferActs()
  const places = usePlaces()
  const [search, setSearch] = useSearchParams()
  const [deleting, setDeleting] = useState<Transfer | null>(null)
  const [choosing, setChoosing] = useState<Transfer | null>(null)
  const list = useRef<HTMLTableElement>(null)
  const said = useGrantsSaid()
  const grouped = sharedWaits(rows, places)
  const saidKeys = rows.flatMap((row) => {
    const explanation = explanationOf(row, places)
    return (isSaidAbove(explanation, said) && waitKey(explanation)) || []
  })
  const waits = grouped.filter(({ key }) => !saidKeys.includes(key))
  const shownAbove = new Set([...grouped.map(({ key }) => key), ...saidKeys])
  const mayBeTable = useMatches(TABLE)
  const columns = columnsOf(buttons, chosen !== undefined)
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
      <DataTable
        ref={list}
        label={label}
        columns={columns}
        sort={sort}
        onSort={onSort}
        events={{ onKeyDown: moveFocus, ...kept }}
      >
        {rows.map((transfer) => (
          <TransferRow
            key={transfer.id}
            transfer={transfer}
            places={places}
            acts={acts}
            buttons={buttons}
            columns={columns.length}
            chain={chain}
            mayBeTable={mayBeTable}
            shownAbove={shownAbove}
            isSaidAbove={transfer.pendingReason !== null && transfer.pendingReason === saidAbove}
            opened={search.get(OPEN_PARAM) === transfer.id}
            onOpen={() => open(transfer.id)}
            onDelete={() => setDeleting(transfer)}
            onChooseCustomer={() => setChoosing(transfer)}
            {...(chosen && onChoose
              ? {
                  choice: {
                    chosen: chosen.has(transfer.id),
                    onChange: (now: boolean) => onChoose(transfer.id, now),
                  },
                }
              : {})}
          />
        ))}
      </DataTable>
      <CustomerChoice asked={choosing && askedOf(choosing)} onClose={() => setChoosing(null)} />
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={() => setDeleting(null)}
        title={deleting ? `Slette ${titleOf(deleting)}?` : ''}
        description={[
          deleting && concernsAll(deleting),
          'Jobben blir ikke overført til Fiken, og kommer ikke tilbake ved neste synkronisering. Et utkast som allerede finnes i Fiken, blir liggende.',
        ]
          .filter(Boolean)
          .join(' ')}
        confirm={text.remove}
        onConfirm={() => deleting && acts.remove.mutate(deleting)}
      />
      <OverrulingQuestion overruling={acts.overruling} />
    </>
  )
}

const STATUS_WIDTHS: Record<RowButtons, string> = {
  all: 'w-32 @3xl:w-56',
  link: 'w-36 @3xl:w-56',
  // Leaves room for the button with its icon.
  retry: 'w-28 @3xl:w-56',
  process: 'w-28 @3xl:w-56',
}

function columnsOf(buttons: RowButtons, choosable: boolean): DataColumn<ListSort>[] {
  const all = buttons === 'all'
  const columns: (DataColumn<ListSort> | false)[] = [
    choosable && { key: 'choose', head: 'Velg', hideHead: true, className: 'w-12' },
    {
      key: 'job',
      head: all ? 'Jobb, dato' : 'Jobb',
      className: 'w-32',
      ...(all
        ? { sorts: ['job_newest', 'job_oldest'] as const, ascending: 'job_oldest' as const }
        : {}),
    },
    { key: 'customer', head: 'Kunde' },
    { key: 'status', head: text.status, className: STATUS_WIDTHS[buttons] },
    {
      key: 'amount',
      head: text.amount,
      align: 'right',
      className: 'w-32 @3xl:w-40',
      ...(all ? { sorts: ['largest', 'smallest'] as const, ascending: 'smallest' as const } : {}),
    },
    {
      key: 'acts',
      head: 'Handlinger',
      hideHead: true,
      className: all ? 'w-46 @3xl:w-48' : buttons === 'link' ? 'w-36' : 'w-44',
    },
  ]
  return columns.filter((column) => column !== false)
}

function SharedWaits({ waits }: { waits: readonly SharedWait[] }) {
  const jobs = waits.reduce((sum, { count }) => sum + count, 0)
  return (
    <StopStrip
      tone="wait"
      icon={Clock}
      label="Dette venter"
      folded={`${jobs} jobber venter, av ${waits.length} grunner`}
      lines={waits.map(({ key, title, why, steps, count }) => ({
        key,
        title,
        count: text.nWait(count),
        why,
        acts:
          steps.length > 0 &&
          steps.map((step) =>
            'href' in step ? (
              <RemedyStep key={step.label} step={step} />
            ) : (
              <Button asChild size="sm" key={step.label}>
                <a href={step.external} target="_blank" rel="noreferrer">
                  {step.label}
                  <ExternalLink aria-hidden className="size-3.5" />
                </a>
              </Button>
            ),
          ),
      }))}
    />
  )
}
