import { Download, Play, RotateCw, SkipForward } from 'lucide-react'
import { useState } from 'react'
import type { Transfer } from '#shared/contracts/transfers/row'
import { csv } from '#shared/csv/csv'
import { today } from '#shared/dates'
import { transferCsvRow } from '#shared/csv/transfer-csv'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { SelectionBar as Bar } from '../../../ui/SelectionBar.tsx'
import { usePart } from '../../../ui/use-part.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { actsOn, isGathered, mayBeCollected } from '../transfer-state.ts'
import type { ManyActs } from './many-queries.ts'
import { text } from './many-text.ts'

interface SelectionBarProps {
  chosen: readonly Transfer[]
  acts: ManyActs
  onClear: () => void
}

const loadMakeButton = async () => (await import('../../collective/MakeButton.tsx')).MakeButton

/** What can be done with the chosen transfers. */
export function SelectionBar({ chosen, acts, onClear }: SelectionBarProps) {
  const [asking, setAsking] = useState(false)
  const { act } = acts
  const ids = chosen.map(({ id }) => id)
  const busy = (what: 'retry' | 'skip') =>
    act.isPending && 'ids' in act.variables && act.variables.act === what
  // What has only waited is not tried again.
  const others = chosen.filter((one) => !isGathered(one))
  const isAnyCollected = chosen.some(mayBeCollected)
  const drawMake = usePart(isAnyCollected, loadMakeButton)
  const fresh = others.some(({ status }) => status !== 'failed')
  const Start = fresh ? Play : RotateCw
  const [startable, skippable] = [
    others.some((one) => actsOn(one).start),
    chosen.some((one) => actsOn(one).remove),
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
      {isAnyCollected &&
        drawMake?.({
          ids,
          tone: startable ? 'secondary' : 'primary',
          disabled: act.isPending,
          onMade: onClear,
        })}
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
