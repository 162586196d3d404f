import { Download, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { PriceRun } from '#shared/contracts/products/price-sync'
import { whenText } from '#shared/dates'
import { errorText } from '../../../lib/api.ts'
import { useMay } from '../../../lib/access/may.tsx'
import { useNow } from '../../../lib/time.ts'
import { words } from '../../../ui/words.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog, Dialog } from '../../../ui/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import type { FollowedTasks } from '../../tasks/followed-tasks.ts'
import { usePriceRuns, useRunFile, useUndoRun } from './runs.ts'
import { isUnderWay } from './settings-state.ts'
import { text } from './text.ts'

interface RunsDialogProps {
  followed: FollowedTasks
  onClose: () => void
}

export function RunsDialog({ followed, onClose }: RunsDialogProps) {
  const runs = usePriceRuns()
  const undo = useUndoRun(followed)
  const file = useRunFile()
  const [asking, setAsking] = useState<PriceRun | null>(null)
  return (
    <Dialog open wide onOpenChange={onClose} title={text.runs} description="De siste 30 dagene">
      {runs.error && !runs.data ? (
        <ErrorState
          title="Kunne ikke hente kjøringene"
          why={errorText(runs.error)}
          pending={runs.isFetching}
          onRetry={() => void runs.refetch()}
        />
      ) : !runs.data ? (
        <SkeletonRows rows={3} />
      ) : runs.data.length === 0 ? (
        <p className="text-ink-2">Ingen kjøringer de siste 30 dagene.</p>
      ) : (
        <ul
          tabIndex={0}
          aria-label={text.runs}
          className="max-h-[55dvh] divide-y divide-line overflow-y-auto"
        >
          {runs.data.map((run) => (
            <RunRow
              key={run.id}
              run={run}
              undoing={undo.isBusy(run.id)}
              reading={file.isBusy(run.id)}
              onUndo={() => setAsking(run)}
              onFile={() => file.mutate(run)}
            />
          ))}
        </ul>
      )}
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>{words.close}</Button>
      </div>
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={() => setAsking(null)}
        title="Angre kjøringen?"
        description={asking && text.undoWhy(asking.changed)}
        confirm={words.undo}
        tone="primary"
        onConfirm={() => asking && undo.mutate(asking.id)}
      />
    </Dialog>
  )
}

function RunRow({
  run,
  undoing,
  reading,
  onUndo,
  onFile,
}: {
  run: PriceRun
  undoing: boolean
  reading: boolean
  onUndo: () => void
  onFile: () => void
}) {
  const now = useNow()
  const may = useMay()
  const when = whenText(run.startedAt, now)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
      <span className="min-w-40 flex-1">
        <span className="block font-semibold">{when}</span>
        <span className="text-ink-2">{text.run(run.changed, run.leftAlone, run.failed)}</span>
      </span>
      {isUnderWay(run) && (
        <StatusChip tone="info" busy>
          Pågår
        </StatusChip>
      )}
      {run.undoneAt !== null && (
        <StatusChip tone="neutral">{`Angret ${whenText(run.undoneAt, now)}`}</StatusChip>
      )}
      <Button
        size="sm"
        pending={reading}
        aria-label={`${text.csv}: Last ned CSV av kjøringen ${when}`}
        icon={<Download aria-hidden className="size-3.5" />}
        onClick={onFile}
      >
        {text.csv}
      </Button>
      {run.mayUndo && may('products') && (
        <Button
          size="sm"
          pending={undoing}
          aria-label={`Angre kjøringen ${when}`}
          icon={<Undo2 aria-hidden className="size-3.5" />}
          onClick={onUndo}
        >
          {words.undo}
        </Button>
      )}
    </li>
  )
}
