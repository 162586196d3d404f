import { Download, Play, RotateCw, SkipForward } from 'lucide-react'
import { useState } from 'react'
import type { Transfer } from '#shared/contracts/transfers/row'
import { csv } from '#shared/csv/csv'
import { today } from '#shared/dates'
import { transferCsvRow } from '#shared/csv/transfer-csv'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { SelectionBar as Bar } from '../../../ui/SelectionBar.tsx'
import { saveFile } from '../../../lib/save-file.ts'
import { actsOn } from '../transfer-state.ts'
import type { ManyActs } from './many-queries.ts'
import { text } from './many-text.ts'

interface SelectionBarProps {
  chosen: readonly Transfer[]
  acts: ManyActs
  onClear: () => void
}

/** What can be done with the chosen transfers. */
export function SelectionBar({ chosen, acts, onClear }: SelectionBarProps) {
  const [asking, setAsking] = useState(false)
  const { act } = acts
  const ids = chosen.map(({ id }) => id)
  const busy = (what: 'retry' | 'skip') =>
    act.isPending && 'ids' in act.variables && act.variables.act === what
  // What has only waited is not tried again.
  const fresh = chosen.some(({ status }) => status !== 'failed')
  const Start = fresh ? Play : RotateCw
  const offered = chosen.map(actsOn)
  const [startable, skippable] = [
    offered.some(({ start }) => start),
    offered.some(({ remove }) => remove),
  ]
  return (
    <Bar
      label={text.acts}
      count={chosen.length}
      words={text}
      onClear={onClear}
      questions={
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          title={text.confirmSkip(chosen.length)}
          description={text.confirmSkipWhy(chosen.length)}
          confirm={text.skip}
          onConfirm={() => act.mutate({ act: 'skip', ids }, { onSuccess: onClear })}
        />
      }
    >
      {startable && (
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
      )}
      {skippable && (
        <Button
          size="sm"
          pending={busy('skip')}
          disabled={act.isPending}
          icon={<SkipForward aria-hidden className="size-3.5" />}
          onClick={() => setAsking(true)}
        >
          {text.skip}
        </Button>
      )}
      <Button
        size="sm"
        icon={<Download aria-hidden className="size-3.5" />}
        onClick={() => saveFile(text.file(today(new Date())), csv(chosen.map(transferCsvRow)))}
      >
        {text.export}
      </Button>
    </Bar>
  )
}
