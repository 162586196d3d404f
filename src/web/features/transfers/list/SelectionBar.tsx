import { Download, Play, RotateCw, SkipForward, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Transfer } from '#shared/contracts/transfers/row'
import { csv } from '#shared/csv'
import { today } from '#shared/dates'
import { transferCsvRow } from '#shared/transfer-csv'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { saveFile } from '../../../lib/save-file.ts'
import type { ManyActs } from './many-queries.ts'
import { text } from './many-text.ts'
import { BAR } from './selection-place.ts'

interface SelectionBarProps {
  chosen: readonly Transfer[]
  acts: ManyActs
  onClear: () => void
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
    const where =
      document.querySelector<HTMLElement>('[data-select-page] [role=checkbox]') ??
      document.querySelector('main')
    where?.focus({ preventScroll: true })
  }, [none])
  const ids = chosen.map(({ id }) => id)
  const busy = (what: 'retry' | 'skip') =>
    act.isPending && 'ids' in act.variables && act.variables.act === what
  // What has only waited is not tried again.
  const fresh = chosen.some(({ status }) => status !== 'failed')
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
      className="flex flex-wrap items-center gap-2 rounded-card border border-line-strong bg-surface p-2 shadow-raised"
    >
      <p role="status" className="mr-auto pl-2 font-semibold tabular-nums">
        {text.selected(chosen.length)}
      </p>
      <IconButton
        className="sm:order-last"
        label={text.clear}
        icon={<X aria-hidden className="size-4" />}
        onClick={onClear}
      />
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
