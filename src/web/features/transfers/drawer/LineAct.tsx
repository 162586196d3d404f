import type { PreviewLine } from '#shared/contracts/transfers/preview'
import { Button } from '../../../ui/Button.tsx'
import type { useLineActs } from './preview-queries.ts'
import { text } from './preview-text.ts'

/** Leaves a line out of the draft, or takes it back in. */
export function LineAct({
  line: { index, uuid, description, leftOut },
  acts: { leaveOut, putBack },
}: {
  line: PreviewLine
  acts: ReturnType<typeof useLineActs>
}) {
  if (index === null) return null
  return (
    <Button
      size="sm"
      tone="ghost"
      className="-ml-2.5 pointer-coarse:-ml-3.5"
      aria-label={leftOut ? text.putBackName(description) : text.leaveOutName(description)}
      pending={leaveOut.isBusy(index) || putBack.isBusy(index)}
      onClick={() => (leftOut ? putBack.mutate({ index }) : leaveOut.mutate({ index, uuid }))}
    >
      {leftOut ? text.putBack : text.leaveOut}
    </Button>
  )
}
