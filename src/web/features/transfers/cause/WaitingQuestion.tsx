import { useState } from 'react'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { useDecideWaiting, useWaiting } from '../queries.ts'
import { text } from '../text.ts'

const words = text.waiting

/**
 * Asks about jobs completed while the integration was off (rule 3); renders nothing without any.
 * `off` is true while it is still off; `quiet` when another button is the primary one.
 */
export function WaitingQuestion({
  off,
  quiet,
  className,
}: {
  off?: boolean
  quiet?: boolean
  className?: string
}) {
  const count = useWaiting()
  const decide = useDecideWaiting()
  const [asking, setAsking] = useState<'transfer' | 'skip' | null>(null)
  const skips = asking === 'skip'
  const question = count > 0 && (
    <Banner
      tone="wait"
      title={off ? words.areOff(count) : words.wereOff(count)}
      {...(className ? { className } : {})}
      action={
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            tone={quiet ? 'secondary' : 'primary'}
            pending={decide.isPending}
            onClick={() => setAsking('transfer')}
          >
            {words.transfer}
          </Button>
          <Button size="sm" disabled={decide.isPending} onClick={() => setAsking('skip')}>
            {words.skip}
          </Button>
        </div>
      }
    >
      {words.why(count)}
    </Banner>
  )
  return (
    <>
      {question}
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={() => setAsking(null)}
        tone={skips ? 'danger' : 'primary'}
        title={skips ? words.confirmSkip(count) : words.confirmTransfer(count)}
        description={skips ? words.confirmSkipWhy(count) : words.confirmTransferWhy}
        confirm={skips ? words.skip : words.transfer}
        onConfirm={() => asking && decide.mutate(asking)}
      />
    </>
  )
}
