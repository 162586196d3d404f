import { useMutation } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import {
  markReconciled,
  unmarkReconciled,
  type ReconciliationAnswer,
} from '#shared/contracts/reconciliation'
import { useMay } from '../../lib/access/may.tsx'
import { call } from '../../lib/api.ts'
import { afterWrite } from '../../lib/live.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { markedWords, reconciledState } from './reconciled-state.ts'
import { text } from './text.ts'

const words = text.reconciled

/** Who has marked the month as reconciled, what has changed since, and the buttons for it. */
export function ReconciledCard({ answer }: { answer: ReconciliationAnswer }) {
  const { month, checkedAt, reconciled, summary } = answer
  const mark = useMutation({
    mutationFn: () => call(markReconciled, { body: { month, checkedAt: checkedAt ?? '' } }),
    onError: (error) => toastFailure(words.failed, error),
    onSettled: afterWrite(markReconciled),
  })
  const unmark = useMutation({
    mutationFn: () => call(unmarkReconciled, { params: { month } }),
    onError: (error) => toastFailure(words.undoFailed, error),
    onSettled: afterWrite(unmarkReconciled),
  })
  const mayMark = useMay()('reconciliation')
  const state = reconciledState(answer, mayMark)
  const markButton = mayMark && (
    <Button size="sm" pending={mark.isPending} onClick={() => mark.mutate()}>
      {words.mark}
    </Button>
  )
  const undoButton = mayMark && (
    <Button
      size="sm"
      tone="ghost"
      aria-label={words.undo}
      pending={unmark.isPending}
      onClick={() => unmark.mutate()}
    >
      {words.undoShort}
    </Button>
  )
  if (state === 'none') return null
  if (state === 'changed' && reconciled && summary)
    return (
      <Banner
        tone="wait"
        title={words.changed}
        action={
          mayMark && (
            <span className="inline-flex gap-2">
              {markButton}
              {undoButton}
            </span>
          )
        }
      >
        {markedWords(reconciled)} {words.figures(reconciled.figures, summary)}
      </Banner>
    )
  return (
    <section
      aria-label={words.title}
      className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 rounded-card border border-line bg-surface px-4 py-2.5 text-sm sm:px-5"
    >
      {reconciled ? (
        <>
          <p className="flex items-center gap-2">
            <CircleCheck aria-hidden className="size-4.5 shrink-0 text-ok" />
            {markedWords(reconciled)}
          </p>
          {undoButton}
        </>
      ) : (
        <>
          <p className="text-ink-2">{words.offer}</p>
          {markButton}
        </>
      )}
    </section>
  )
}
