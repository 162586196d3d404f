import { Clock, Download, Play, RotateCw, SkipForward } from 'lucide-react'
import { useState } from 'react'
import type { Transfer } from '#shared/contracts/transfers/row'
import { csv } from '#shared/csv/csv'
import { retryHelps } from '#shared/causes/retry-helps'
import { today } from '#shared/dates'
import { transferCsvRow } from '#shared/csv/transfer-csv'
import { words } from '../../../ui/words.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { SelectionBar as Bar } from '../../../ui/SelectionBar.tsx'
import { usePart } from '../../../ui/use-part.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { text as transferText } from '../text.ts'
import { mayBeCollected, startMeans } from '../waiting-state.ts'
import { actsOn } from '../transfer-state.ts'
import type { ManyActs } from './many-queries.ts'
import { text } from './many-text.ts'

interface SelectionBarProps {
  chosen: readonly Transfer[]
  acts: ManyActs
  onClear: () => void
  onRelease: (id: string) => void
}

const loadMakeButton = async () => (await import('../../collective/MakeButton.tsx')).MakeButton

export function SelectionBar({ chosen, acts, onClear, onRelease }: SelectionBarProps) {
  const [asking, setAsking] = useState(false)
  const { act } = acts
  const ids = chosen.map(({ id }) => id)
  const isAnyCollected = chosen.some(mayBeCollected)
  const drawMake = usePart(isAnyCollected, loadMakeButton)
  const joins = (one: Transfer) => startMeans(one) === 'joins' && one.status === 'pending'
  // Jobs that only wait for their customer's collective draft are in neither list: taking a job out
  // of the draft is confirmed one job at a time.
  const [joining, starting] = [
    chosen.filter(joins),
    chosen.filter((one) => !joins(one) && startMeans(one) !== 'leaves'),
  ]
  const fresh = starting.some(({ status }) => status !== 'failed')
  const Start = fresh ? Play : RotateCw
  const [startable, skippable] = [
    starting.some(
      (one) => actsOn(one).start && (one.status !== 'failed' || retryHelps(one.errorCode)),
    ),
    chosen.some((one) => actsOn(one).remove),
  ]
  const start = (some: readonly Transfer[]) => {
    const those = some.map(({ id }) => id)
    act.mutate({ act: 'retry', ids: those }, { onSuccess: () => those.forEach(onRelease) })
  }
  const pending = act.isPending && 'ids' in act.variables ? act.variables : null
  const skips = pending?.act === 'skip'
  const starts = (some: readonly Transfer[]) =>
    pending?.act === 'retry' && some.some(({ id }) => pending.ids.includes(id))
  return (
    <Bar
      label="Valgte overføringer"
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
      {joining.length > 0 && (
        <Button
          tone={startable || isAnyCollected ? 'secondary' : 'primary'}
          className="max-sm:basis-full!"
          size="sm"
          pending={starts(joining)}
          disabled={act.isPending}
          icon={<Clock aria-hidden className="size-3.5" />}
          onClick={() => start(joining)}
        >
          <span>
            {transferText.collective.joinsShort}
            <span className="sm:sr-only">{transferText.collective.joinsWhat}</span>
          </span>
        </Button>
      )}
      {startable && (
        <Button
          tone="primary"
          size="sm"
          pending={starts(starting)}
          disabled={act.isPending}
          icon={<Start aria-hidden className="size-3.5" />}
          onClick={() => start(starting)}
        >
          {fresh ? 'Overfør' : words.tryAgain}
        </Button>
      )}
      {skippable && (
        <Button
          size="sm"
          pending={skips}
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
        onClick={() =>
          saveFile(`overforinger-${today(new Date())}.csv`, csv(chosen.map(transferCsvRow)))
        }
      >
        Last ned
      </Button>
    </Bar>
  )
}
