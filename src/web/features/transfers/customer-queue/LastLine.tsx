import { Button } from '../../../ui/Button.tsx'
import { UndoQuestion } from '../drawer/UndoQuestion.tsx'
import { Key } from '../../customers/choose/CandidateOption.tsx'
import { text } from './text.ts'
import type { LastAnswer } from './use-answers.ts'
import type { AskedBack } from './use-take-back.tsx'

/** The last answer with the button that takes it back, or undoes the draft that it led to. */
export function LastLine({
  last,
  takeBack,
  onBack,
}: {
  last: LastAnswer | null
  takeBack: AskedBack
  onBack: () => void
}) {
  const { question, name = null } = last?.answer ?? {}
  const said =
    question &&
    (last?.checking
      ? text.checking(question.customer)
      : `${text.answer(question.customer, name)} ${last?.stage === 'held' ? text.held : text.sent}`)
  return (
    <div
      className={last ? 'flex flex-wrap items-center justify-between gap-x-3 gap-y-1' : undefined}
    >
      <p role="status" className="min-w-0 flex-1 text-sm text-ink-2">
        {said} {takeBack.why}
      </p>
      {last && (
        <Button size="sm" pending={takeBack.isLooking} onClick={onBack}>
          {last.stage === 'held' ? text.takeBack : text.undo} <Key name="u" />
        </Button>
      )}
      {takeBack.undoing && (
        <UndoQuestion
          transfer={takeBack.undoing}
          more={(question?.jobs ?? 1) > 1 ? text.otherJobs : undefined}
          onClose={takeBack.onClose}
        />
      )}
    </div>
  )
}
