import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { questionText } from './overrule-state.ts'
import type { Question } from './useOverruling.ts'

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
      // Not dangerous: nothing is lost, and no customer is billed twice.
      tone={what === 'collective' ? 'primary' : 'danger'}
      onConfirm={() => again(what)}
    />
  )
}
