import { ListChecks, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { MOST_ITEMS } from '#shared/contracts/tasks'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { SelectionBar } from '../../../ui/SelectionBar.tsx'
import { text } from './text.ts'

interface ManyBarProps {
  ids: readonly string[]
  /** How many search and filters let through. */
  hits: number
  pending: boolean
  /** An item in ServiceM8 is among them, where nothing can be written. */
  locked: boolean
  onAll: () => void
  onClear: () => void
  onRemove: () => void
}

/** What can be done with the chosen products. */
export function ManyBar({ ids, hits, pending, locked, onAll, onClear, onRemove }: ManyBarProps) {
  const [asking, setAsking] = useState(false)
  const most = Math.min(hits, MOST_ITEMS)
  return (
    <SelectionBar
      label={text.bar}
      count={ids.length}
      words={text}
      onClear={onClear}
      questions={
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          title={text.confirm(ids.length)}
          description={
            <>
              {text.confirmWhy(ids.length)}
              <br />
              {text.confirmHow}
            </>
          }
          confirm={text.yes}
          onConfirm={onRemove}
        />
      }
    >
      {ids.length < most && (
        <Button size="sm" icon={<ListChecks aria-hidden className="size-3.5" />} onClick={onAll}>
          {most < hits ? text.first(most) : text.all(most)}
        </Button>
      )}
      <Button
        size="sm"
        tone="danger"
        pending={pending}
        disabled={locked}
        icon={<Trash2 aria-hidden className="size-3.5" />}
        onClick={() => setAsking(true)}
      >
        {text.remove}
      </Button>
    </SelectionBar>
  )
}
