import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { questionText } from './overrule-state.ts'
import type { Question } from './useOverruling.ts'

/** "Overføre likevel?", with the job and what it comes to. */
export function OverrulingDialog({
  question: { what, subject, again },
  onClose,
}: {
  question: Question
  onClose: () => void
}) {
  const { title, why, confirm } = questionText(what, subject)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      description={why}
      confirm={confirm}
      // Nothing is lost, and nobody is asked for money twice.
      tone={what === 'collective' ? 'primary' : 'danger'}
      onConfirm={() => again(what)}
    />
  )
}
