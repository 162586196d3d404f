import { Download, Play, RotateCw, SkipForward, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Transfer } from '#shared/contracts/transfers'
import type { ManyAnswer } from '#shared/contracts/transfers-many'
import { csv } from '#shared/csv'
import { today } from '#shared/dates'
import { transferCsvRow } from '#shared/transfer-csv'
import { Button, IconButton } from '../../ui/Button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx'
import { saveFile } from '../../lib/save-file.ts'
import type { ManyActs } from './many-queries.ts'
import { text } from './many-text.ts'

interface SelectionBarProps {
  chosen: readonly Transfer[]
  acts: ManyActs
  onClear: () => void
}

/** Where the bar is, for those who come to it from a row. */
const BAR = 'valgte'

/** From a row straight to the bar, which lies behind all other rows for whoever goes by the keyboard. */
export function toSelectionBar(): void {
  document.getElementById(BAR)?.querySelector('button')?.focus()
}

/** What can be done with the chosen rows; stays in reach of the thumb. */
export function SelectionBar({ chosen, acts, onClear }: SelectionBarProps) {
  const [asking, setAsking] = useState(false)
  const { act } = acts
  const focused = useRef(false)
  const none = chosen.length === 0
  useEffect(() => {
    // The bar goes when its work is done, and would take the focus with it.
    if (!none || !focused.current) return
    focused.current = false
    if (document.activeElement !== document.body) return
    const where = document.querySelector<HTMLElement>('[data-select-page] [role=checkbox]') ?? document.querySelector('main')
    where?.focus({ preventScroll: true })
  }, [none])
  const ids = chosen.map(({ id }) => id)
  const busy = (what: 'retry' | 'skip') => act.isPending && 'ids' in act.variables && act.variables.act === what
  // What has only waited is not tried again: it says what its rows say.
  const fresh = chosen.every(({ status }) => status === 'pending')
  const Start = fresh ? Play : RotateCw
  if (none) return null
  return (
    <section
      id={BAR}
      aria-label={text.acts}
      onFocus={() => (focused.current = true)}
      onBlur={({ relatedTarget }) => (focused.current = relatedTarget === null)}
      onKeyDown={({ key, target, currentTarget }) => {
        // Not the Escape that closes the question, which React hears here too.
        if (key === 'Escape' && target instanceof Node && currentTarget.contains(target)) onClear()
      }}
      className="sticky bottom-3 z-20 mx-2 mt-3 flex flex-wrap items-center gap-2 rounded-card border border-line-strong bg-surface p-2 shadow-raised sm:mx-4"
    >
      <p role="status" className="mr-auto pl-2 font-semibold tabular-nums">
        {text.selected(chosen.length)}
      </p>
      <IconButton className="sm:order-last" label={text.clear} icon={<X aria-hidden className="size-4" />} onClick={onClear} />
      <div className="flex gap-2 max-sm:basis-full max-sm:[&>*]:flex-1 max-sm:[&>*]:px-1 max-sm:[&>*]:whitespace-nowrap max-sm:[&_svg]:hidden">
        <Button
          tone="primary"
          size="sm"
          pending={busy('retry')}
          disabled={act.isPending}
          icon={<Start aria-hidden className="size-3.5" />}
          onClick={() => act.mutate({ act: 'retry', ids }, { onSuccess: onClear })}
        >
          {fresh ? text.start : text.retry}
        </Button>
        <Button
          size="sm"
          pending={busy('skip')}
          disabled={act.isPending}
          icon={<SkipForward aria-hidden className="size-3.5" />}
          onClick={() => setAsking(true)}
        >
          {text.skip}
        </Button>
        <Button
          size="sm"
          icon={<Download aria-hidden className="size-3.5" />}
          onClick={() => saveFile(text.file(today(new Date())), csv(chosen.map(transferCsvRow)))}
        >
          {text.export}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={text.confirmSkip(chosen.length)}
        description={text.confirmSkipWhy}
        confirm={text.skip}
        onConfirm={() => act.mutate({ act: 'skip', ids }, { onSuccess: onClear })}
      />
    </section>
  )
}

function summaryOf({ done, results }: ManyAnswer): string {
  const coded = (code: string) => results.filter((one) => one.code === code).length
  const [paid, unapproved] = [coded('already_paid'), coded('not_approved')]
  return [
    text.outcomeDone(done),
    paid > 0 ? text.outcomePaid(paid) : '',
    unapproved > 0 ? text.outcomeUnapproved(unapproved) : '',
    paid + unapproved > 0 ? text.outcomeOneByOne : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** What became of an act on many, when some were left alone: which, and why. */
export function ManyOutcome({ acts: { outcome, forget } }: { acts: ManyActs }) {
  const left = outcome?.results.filter(({ ok }) => !ok) ?? []
  return (
    <Dialog open={outcome !== null} onOpenChange={forget} title={text.outcome} description={outcome && summaryOf(outcome)}>
      <p className="font-semibold">{text.outcomeLeft}</p>
      <ul className="mt-1 max-h-80 divide-y divide-line overflow-y-auto">
        {left.map(({ id, title, message }) => (
          <li key={id} className="py-2">
            <span className="font-semibold">{title}</span>
            <span className="block text-sm text-ink-2">{message}</span>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex justify-end">
        <Button onClick={forget}>{text.close}</Button>
      </div>
    </Dialog>
  )
}
