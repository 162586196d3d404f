import { ExternalLink, Play, RotateCw, Trash2, Undo2 } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { Transfer } from '#shared/contracts/transfers'
import { formatDate } from '#shared/dates'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { cx } from '../../ui/cx.ts'
import { HoverCard } from '../../ui/HoverCard.tsx'
import { CauseBox } from './CauseBox.tsx'
import { openDraft } from './open-draft.ts'
import { text as payments } from './payment-text.ts'
import { PaymentChip } from './PaymentChip.tsx'
import { ProcessingIndicator } from './ProcessingIndicator.tsx'
import type { TransferActs } from './queries.ts'
import { text as many } from './many-text.ts'
import { isShort } from './shared-wait-state.ts'
import { WaitLine } from './SharedWaits.tsx'
import { toSelectionBar } from './SelectionBar.tsx'
import { text } from './text.ts'
import { amountText, customerOf } from './transfer-amounts.ts'
import { actsOn, explanationOf, isBeingUndone, isInvoiced, mendedBy, remarkOf, titleOf, type Places } from './transfer-state.ts'
import { TransferFacts } from './TransferFacts.tsx'
import { TransferStatus } from './TransferStatus.tsx'

/** Which buttons a list puts on its rows: none, "Prøv igjen", "Behandle nå", or all that the transfers screen has. */
export type RowButtons = 'none' | 'retry' | 'process' | 'all'

interface TransferRowProps {
  transfer: Transfer
  places: Places
  acts: TransferActs
  buttons: RowButtons
  chain: 'full' | 'short'
  /** What the list tells above its rows ({@link SharedWaits}). */
  toldAbove: ReadonlySet<string>
  /** The drawer about this transfer is open. */
  opened: boolean
  onOpen: () => void
  onDelete: () => void
  onChooseCustomer: () => void
  /** The row can be chosen together with others. */
  choice?: { chosen: boolean; onChange: (chosen: boolean) => void }
}

export function TransferRow(props: TransferRowProps) {
  const { transfer, places, acts, buttons, chain, toldAbove, opened, onOpen, onDelete, onChooseCustomer, choice } = props
  const title = titleOf(transfer)
  const explanation = explanationOf(transfer, places)
  const short = isShort(explanation, toldAbove)
  const mended = short ? [] : mendedBy(explanation)
  const remark = remarkOf(transfer)
  const opensDraft = buttons === 'all' && actsOn(transfer).openDraft && !mended.includes('openDraft')
  // The whole row is a target for pointers; keyboard and screen reader have the job's name as a button.
  const openByPointer = (event: MouseEvent) => {
    const inner = event.target instanceof Element && event.target.closest('a, button, [role=progressbar]')
    if (!inner && !window.getSelection()?.toString()) onOpen()
  }
  return (
    <HoverCard label={title} content={<HoverContent transfer={transfer} />} suspended={opened}>
      <li
        onClick={openByPointer}
        className={cx(
          'cursor-pointer py-3 pr-4 transition-colors hover:bg-surface-2/60 sm:pr-5',
          choice ? 'grid grid-cols-[auto_minmax(0,1fr)] gap-x-1 pl-2 sm:pl-3' : 'pl-4 sm:pl-5',
          choice?.chosen && 'bg-brand-soft/60',
        )}
      >
        {choice && (
          <div className="relative">
            <Checkbox
              label={many.select(title)}
              checked={choice.chosen}
              onCheckedChange={choice.onChange}
              className="-my-1 pointer-coarse:-my-2.5"
            />
            {choice.chosen && (
              <button
                type="button"
                onClick={toSelectionBar}
                className="sr-only focus-visible:not-sr-only focus-visible:absolute focus-visible:top-0 focus-visible:left-full focus-visible:z-10 focus-visible:rounded-control focus-visible:bg-surface focus-visible:px-3 focus-visible:py-1.5 focus-visible:text-sm focus-visible:font-semibold focus-visible:whitespace-nowrap focus-visible:shadow-raised"
              >
                {many.toBar}
              </button>
            )}
          </div>
        )}
        <div className="grid min-w-0 gap-2">
          <div>
            {/* On a phone the chips have a line of their own: beside the amount they would stand one under another. */}
            <div className="flex flex-wrap items-start gap-x-2.5 gap-y-1">
              <button
                type="button"
                onClick={onOpen}
                data-details
                aria-label={text.details(title)}
                className="text-left font-semibold whitespace-nowrap pointer-coarse:-my-2.5 pointer-coarse:min-h-11"
              >
                {title}
              </button>
              <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 max-sm:order-last max-sm:basis-full">
                <TransferStatus transfer={transfer} />
                <PaymentChip payment={transfer.payment} />
              </div>
              <p className="ml-auto shrink-0 font-semibold tabular-nums">{amountText(transfer.amount)}</p>
            </div>
            <div className="mt-0.5 flex flex-wrap justify-between gap-x-4 text-sm text-ink-2">
              <p>
                {text.customer} {customerOf(transfer, chain)}
              </p>
              <p className={cx('flex flex-wrap items-center gap-x-3 sm:justify-end', opensDraft && 'pointer-coarse:-mb-2')}>
                <span>
                  {buttons === 'all' && (
                    <>
                      <span className="sr-only">{text.created} </span>
                      <time dateTime={transfer.createdAt} className="tabular-nums">
                        {formatDate(transfer.createdAt)}
                      </time>
                      {remark && ' · '}
                    </>
                  )}
                  {remark}
                </span>
                {opensDraft && (
                  <button
                    type="button"
                    onClick={() => void openDraft(transfer, places)}
                    className="prose-link inline-flex min-h-6 items-center gap-1 pointer-coarse:min-h-11"
                  >
                    {isInvoiced(transfer) ? payments.openShort : text.openDraft}
                    <ExternalLink aria-hidden className="size-3.5" />
                  </button>
                )}
              </p>
            </div>
          </div>
          {transfer.status === 'processing' && !isBeingUndone(transfer) && <ProcessingIndicator transfer={transfer} />}
          <div className="grid gap-2 empty:hidden">
            {explanation && short ? (
              <WaitLine title={explanation.title} />
            ) : (
              <CauseBox transfer={transfer} places={places} acts={acts} onChooseCustomer={onChooseCustomer} />
            )}
            <RowActs transfer={transfer} mended={mended} acts={acts} buttons={buttons} onDelete={onDelete} />
          </div>
        </div>
      </li>
    </HoverCard>
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

/** The row's own buttons. What the cause box offers already is not offered twice. */
function RowActs({
  transfer,
  mended,
  acts,
  buttons,
  onDelete,
}: Pick<TransferRowProps, 'transfer' | 'acts' | 'buttons' | 'onDelete'> & { mended: readonly string[] }) {
  const offered = actsOn(transfer)
  const busy = (act: TransferActs['retry']) => act.isPending && act.variables.id === transfer.id
  const failed = transfer.status === 'failed'
  const all = buttons === 'all'
  const retries =
    (buttons === 'process' && !mended.includes('retry')) ||
    ((buttons === 'retry' || (all && failed)) && !mended.includes('retry'))
      ? offered.start
      : false
  const starts = all && offered.start && !failed && !mended.includes('retry')
  const removes = all && offered.remove
  if (!retries && !starts && !removes && !offered.restore) return null
  return (
    <div className="flex flex-wrap gap-2">
      {starts && (
        <Button
          size="sm"
          pending={busy(acts.start)}
          icon={<Play aria-hidden className="size-3.5" />}
          onClick={() => acts.start.mutate(transfer)}
        >
          {text.transferNow}
        </Button>
      )}
      {retries && (
        <Button
          size="sm"
          pending={busy(acts.retry)}
          icon={<RotateCw aria-hidden className="size-3.5" />}
          onClick={() => acts.retry.mutate(transfer)}
        >
          {buttons === 'process' ? text.processNow : text.retry}
        </Button>
      )}
      {removes && (
        <Button
          size="sm"
          tone="ghost"
          pending={busy(acts.remove)}
          icon={<Trash2 aria-hidden className="size-3.5" />}
          onClick={onDelete}
        >
          {text.remove}
        </Button>
      )}
      {offered.restore && (
        <Button
          size="sm"
          pending={busy(acts.restore)}
          icon={<Undo2 aria-hidden className="size-3.5" />}
          onClick={() => acts.restore.mutate(transfer)}
        >
          {text.restore}
        </Button>
      )}
    </div>
  )
}
