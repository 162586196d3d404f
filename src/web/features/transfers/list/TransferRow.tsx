import type { MouseEvent } from 'react'
import type { Transfer } from '#shared/contracts/transfers/row'
import { formatDate } from '#shared/dates'
import { paymentLabel } from '#shared/payment-status'
import { useMay } from '../../../lib/access/may.tsx'
import { cx } from '../../../ui/cx.ts'
import { DataRow } from '../../../ui/DataTable.tsx'
import { HoverCard } from '../../../ui/HoverCard.tsx'
import { RowChoice } from '../../../ui/SelectionBar.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { isShort } from './shared-wait-state.ts'
import { TransferFacts } from './TransferFacts.tsx'
import type { TransferActs } from '../queries.ts'
import {
  explanationOf,
  fixesIn,
  isUnsolved,
  moreOf,
  remarkOf,
  titleOf,
  tryIn,
  type Places,
  type Step,
} from '../transfer-state.ts'
import { CauseLine } from './CauseLine.tsx'
import { ProcessingIndicator, useProgressShown } from './ProcessingIndicator.tsx'
import { rowActs } from './row-acts.tsx'
import { isRowsOwn, type RowButtons } from './row-buttons-state.ts'
import { RowActButtons, RowActMenu } from './RowActButtons.tsx'
import { amountText, customerOf } from './transfer-amounts.ts'
import { TransferStatus } from './TransferStatus.tsx'

interface TransferRowProps {
  transfer: Transfer
  places: Places
  acts: TransferActs
  buttons: RowButtons
  chain: 'full' | 'short'
  mayBeTable: boolean
  columns: number
  /** The keys of the waits shown above the list ({@link SharedWaits}). */
  shownAbove: ReadonlySet<string>
  /** The page says above the list why the row waits. */
  isSaidAbove: boolean
  opened: boolean
  onOpen: () => void
  onDelete: () => void
  onChooseCustomer: () => void
  choice?: { chosen: boolean; onChange: (chosen: boolean) => void }
}

const CELL = '@xl:table-cell @xl:h-12 @xl:px-2 @xl:py-1 @xl:align-middle'

/**
 * A transfer's row. On narrow screens it is a card of three lines, plus a fourth with the reason if
 * the transfer is stopped.
 */
export function TransferRow(props: TransferRowProps) {
  const { transfer, places, acts, buttons, chain, columns, shownAbove, opened, choice } = props
  const { mayBeTable, onOpen, onDelete, onChooseCustomer } = props
  const title = titleOf(transfer)
  const explanation = props.isSaidAbove ? null : explanationOf(transfer, places)
  const short = isShort(explanation, shownAbove)
  const without = (step: Step) => isRowsOwn(step, transfer, buttons)
  const own = rowActs({
    transfer,
    places,
    acts,
    buttons,
    fixes: short ? [] : fixesIn(explanation, without),
    another: short ? tryIn(explanation) : undefined,
    mayAct: useMay()('transfers'),
    unsolved: isUnsolved(transfer, explanation),
    onDelete,
  })
  const remark = remarkOf(transfer)
  const shown = useProgressShown(transfer)
  // A queued row has its status chip, and no bar that is empty.
  const progress = shown && transfer.status !== 'queued'
  const all = buttons === 'all'
  // On a card the customer has the whole line. The day is then beside the status chip, unless the
  // remark is too long.
  const onlyLines = moreOf(transfer).length === 0
  const dayBelow = all && onlyLines
  // On the dashboard, the buttons are on the same line as the remark.
  const sharesLine = !all
  const day = transfer.jobCompletedAt ?? transfer.createdAt
  // Pointer users can press the whole row; keyboard and screen reader users have the job's name as
  // a button.
  const openByPointer = (event: MouseEvent) => {
    // React also delivers clicks from menus and dialogs opened by the row.
    if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return
    const inner =
      event.target instanceof Element &&
      event.target.closest('a, button, [role=progressbar], [role=menuitem]')
    if (!inner && !window.getSelection()?.toString()) onOpen()
  }
  return (
    <HoverCard
      label={title}
      content={<HoverContent transfer={transfer} />}
      suspended={opened || choice?.chosen === true}
    >
      <DataRow
        columns={columns}
        chosen={choice?.chosen}
        onClick={openByPointer}
        className={cx(
          'grid cursor-pointer items-center gap-x-2 py-2',
          choice
            ? 'grid-cols-[2.75rem_auto_minmax(0,1fr)_auto_auto] pr-1 sm:pl-3'
            : 'grid-cols-[0.5rem_auto_minmax(0,1fr)_auto_auto] pr-4 sm:grid-cols-[0.75rem_auto_minmax(0,1fr)_auto_auto] sm:pr-3',
        )}
        below={
          (explanation || transfer.attachmentsNote) && (
            <>
              {transfer.attachmentsNote && (
                <p className="col-span-full row-start-7 truncate px-4 pt-1 text-xs text-bad @xl:px-5 @xl:pb-3">
                  {transfer.attachmentsNote}
                </p>
              )}
              {explanation && (
                <CauseLine
                  transfer={transfer}
                  explanation={explanation}
                  short={short}
                  without={without}
                  places={places}
                  acts={acts}
                  onChooseCustomer={onChooseCustomer}
                />
              )}
            </>
          )
        }
      >
        {choice && (
          <td
            role="cell"
            className={cx(CELL, 'relative col-start-1 row-span-2 row-start-1 self-start @xl:pl-3!')}
          >
            <RowChoice
              label={`Velg ${title}`}
              toBar="Gå til knappene for de valgte"
              chosen={choice.chosen}
              onChange={choice.onChange}
            />
          </td>
        )}
        <th
          role="rowheader"
          scope="row"
          className={cx(CELL, 'contents text-left', !choice && '@xl:pl-5!')}
        >
          <button
            type="button"
            onClick={onOpen}
            data-details
            aria-label={`Vis detaljer for ${title}`}
            className="col-start-2 row-start-1 block text-left font-semibold whitespace-nowrap pointer-coarse:-my-2.5 pointer-coarse:min-h-11"
          >
            {title}
          </button>
          {all && (
            <time
              dateTime={day}
              className={cx(
                'col-start-4 block text-xs font-normal whitespace-nowrap text-ink-2 tabular-nums @max-xl:justify-self-end',
                dayBelow ? 'row-start-3 @max-xl:self-center' : 'row-start-2',
              )}
            >
              {formatDate(day)}
            </time>
          )}
        </th>
        <td role="cell" className={cx(CELL, 'contents text-sm')}>
          <p
            className={cx(
              'col-start-2 row-start-2 min-w-0 truncate text-sm text-ink-2 @xl:text-ink',
              all && !dayBelow ? 'col-end-4' : 'col-end-5',
            )}
          >
            <span className="@xl:sr-only">Kunde:</span> {customerOf(transfer, chain)}
          </p>
          {progress && (
            <div
              className={cx(
                'col-start-3 row-start-3 min-w-0 pt-1 @max-xl:self-center @xl:pt-0',
                dayBelow || sharesLine ? 'col-end-4' : 'col-end-5',
              )}
            >
              <ProcessingIndicator transfer={transfer} inRow />
            </div>
          )}
          {remark && !progress && (
            <p
              className={cx(
                'col-start-3 row-start-3 min-w-0 @max-xl:self-center text-xs text-ink-2 @max-xl:text-right',
                // Not truncated, because the end of the text is the number of jobs.
                transfer.collective?.jobs ? '@max-xl:line-clamp-2 @xl:truncate' : 'truncate',
                dayBelow || sharesLine ? 'col-end-4 @max-md:hidden' : 'col-end-5',
              )}
            >
              {remark}
            </p>
          )}
        </td>
        <td role="cell" className={cx(CELL, 'col-start-2 row-start-3 mt-1 leading-none')}>
          <RowStatus transfer={transfer} />
        </td>
        <td
          role="cell"
          className={cx(
            CELL,
            'col-start-3 col-end-5 row-start-1 text-right font-semibold whitespace-nowrap tabular-nums',
          )}
        >
          {amountText(transfer.amount)}
        </td>
        <td
          role="cell"
          className={cx(
            CELL,
            'text-right @xl:pr-5!',
            all
              ? // Raised above the cause's line, whose touch target overlaps the buttons.
                'relative z-2 col-start-5 row-span-2 row-start-1 self-start'
              : 'col-start-4 row-start-3 justify-self-end',
          )}
        >
          {(mayBeTable || !all) && (
            <span
              className={cx(
                'inline-flex items-center justify-end gap-1.5 align-middle',
                all && '@max-xl:hidden',
              )}
            >
              <RowActButtons acts={own} job={title} />
            </span>
          )}
          {all && (
            <span className="@xl:hidden">
              <RowActMenu acts={own} job={title} />
            </span>
          )}
        </td>
      </DataRow>
    </HoverCard>
  )
}

function RowStatus({ transfer }: { transfer: Transfer }) {
  const { payment } = transfer
  if (!payment || payment.status === 'draft') return <TransferStatus transfer={transfer} />
  const { text: word, tone } = paymentLabel(payment.status)
  return (
    <span data-payment={payment.status} className="inline-flex">
      <StatusChip tone={tone}>
        <span>
          <span className="@max-3xl:sr-only">{'Fullført: '}</span>
          {word}
        </span>
      </StatusChip>
    </span>
  )
}

function HoverContent({ transfer }: { transfer: Transfer }) {
  return (
    <>
      <div className="mb-2 flex items-center justify-between gap-3">
        <p className="font-semibold">{titleOf(transfer)}</p>
        <TransferStatus transfer={transfer} />
      </div>
      <TransferFacts transfer={transfer} brief />
    </>
  )
}
