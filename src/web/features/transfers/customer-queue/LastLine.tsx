import { Button } from '../../../ui/Button.tsx'
import { words } from '../../../ui/words.ts'
import { Key } from '../../../ui/Key.tsx'
import { useUndo } from '../drawer/preview-queries.ts'
import { UndoQuestion } from '../drawer/UndoQuestion.tsx'
import { text } from './text.ts'
import type { LastAnswer } from './useAnswers.ts'
import type { AskedBack } from './useTakeBack.ts'

interface LastLineProps {
  last: LastAnswer | null
  takeBack: AskedBack
  onBack: () => void
  onUndone: () => void
}

/** The last answer with the button that takes it back, or undoes the draft that it led to. */
export function LastLine({ last, takeBack, onBack, onUndone }: LastLineProps) {
  const undo = useUndo()
  const jobs = last?.answer.question.jobs ?? 1
  return (
    <div
      className={last ? 'flex flex-wrap items-center justify-between gap-x-3 gap-y-1' : undefined}
    >
      <p role="status" className="min-w-0 flex-1 text-sm text-ink-2">
        {last && saidOf(last)} {takeBack.why}
      </p>
      {last && last.stage !== 'sending' && (
        <Button size="sm" pending={takeBack.isLooking} onClick={onBack}>
          {last.stage === 'held' ? text.takeBack : words.undo} <Key name="u" />
        </Button>
      )}
      {takeBack.undoing && (
        <UndoQuestion
          transfer={takeBack.undoing}
          place={text.inTransfers}
          more={[text.choiceStays, jobs > 1 && text.otherJobs].filter(Boolean).join(' ')}
          onConfirm={(transfer) => undo.mutate(transfer, { onSuccess: onUndone })}
          onClose={takeBack.onClose}
        />
      )}
    </div>
  )
}

function saidOf({ answer: { question, name }, stage, checking }: LastAnswer): string {
  return checking
    ? text.checking(question.customer)
    : `${text.answer(question.customer, name)} ${text[stage]}`
}
