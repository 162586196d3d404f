import { CirclePlus } from 'lucide-react'
import { useState } from 'react'
import type { MatchRow } from '#shared/contracts/customer-import'
import { enumerate } from '#shared/norwegian'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { SelectionBar } from '../../../ui/SelectionBar.tsx'
import type { useCreate } from './queries.ts'
import { text } from './text.ts'

const MOST_NAMED = 3

interface CreateBarProps {
  chosen: readonly MatchRow[]
  create: ReturnType<typeof useCreate>['create']
  onClear: () => void
}

/** The bar that creates the selected customers in Fiken, after a question that names them. */
export function CreateBar({ chosen, create, onClear }: CreateBarProps) {
  const [asking, setAsking] = useState(false)
  const count = chosen.length
  const named = chosen.slice(0, MOST_NAMED).map((row) => `«${row.recipientName || row.name}»`)
  const rest = count - named.length
  const names = enumerate(rest > 0 ? [...named, text.andMore(rest)] : named)
  return (
    <SelectionBar
      label={text.chosenRows}
      count={count}
      words={text}
      onClear={onClear}
      questions={
        <ConfirmDialog
          tone="primary"
          open={asking}
          onOpenChange={setAsking}
          title={text.confirmCreate(count)}
          description={text.confirmWhy(count, names)}
          confirm={text.create(count)}
          onConfirm={() =>
            create.mutate(
              chosen.map(({ uuid }) => uuid),
              { onSuccess: onClear },
            )
          }
        />
      }
    >
      <Button
        tone="primary"
        size="sm"
        pending={create.isPending}
        icon={<CirclePlus aria-hidden className="size-3.5" />}
        onClick={() => setAsking(true)}
      >
        {text.create(count)}
      </Button>
    </SelectionBar>
  )
}
