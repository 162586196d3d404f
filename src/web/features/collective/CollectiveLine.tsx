import { Clock } from 'lucide-react'
import { useState } from 'react'
import type { CollectiveChoiceShown } from '#shared/contracts/collective'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { gatheredText, howOften } from './collective-state.ts'
import { useMake } from './queries.ts'
import { text } from './text.ts'

export interface CollectiveLineProps {
  choice: CollectiveChoiceShown
  name: string
  onPreview: () => void
}

/** Under a customer: that jobs wait for one draft, how much there is, and what can be done with it. */
export function CollectiveLine({ choice, name, onPreview }: CollectiveLineProps) {
  const [asking, setAsking] = useState(false)
  const make = useMake()
  const { clientUuid, time, jobs } = choice
  return (
    <div className="col-span-full flex flex-wrap items-center gap-x-3 gap-y-1 pt-1 text-sm @xl:flex-nowrap @xl:px-5 @xl:pt-0 @xl:pb-2">
      <p className="flex min-w-0 flex-1 basis-56 items-start gap-2 @xl:items-center">
        <Clock aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-2 @xl:mt-0" />
        <span className="min-w-0 @xl:truncate">
          <strong className="font-semibold">
            {text.title} {howOften(time)}
          </strong>{' '}
          <span className="text-ink-2 tabular-nums">· {gatheredText(choice)}</span>
        </span>
      </p>
      {jobs > 0 && (
        <span className="mr-2 flex shrink-0 flex-wrap gap-2 @xl:mr-0">
          <Button size="sm" aria-label={text.previewOf(name)} onClick={onPreview}>
            {text.preview}
          </Button>
          <Button
            size="sm"
            pending={make.isPending}
            aria-label={text.makeOf(name)}
            onClick={() => setAsking(true)}
          >
            {text.make}
          </Button>
        </span>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        tone="primary"
        title={text.confirmMake(jobs)}
        description={text.confirmMakeWhy}
        confirm={text.make}
        onConfirm={() => make.mutate({ clientUuid })}
      />
    </div>
  )
}
