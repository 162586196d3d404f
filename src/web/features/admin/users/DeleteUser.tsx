import type { AdminUser } from '#shared/contracts/admin'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { fullName, nameOf } from '../admin-state.ts'
import { text } from '../text.ts'

interface DeleteUserProps {
  /** The user to delete; null while the question is closed. */
  user: AdminUser | null
  onClose: () => void
  onDelete: (user: AdminUser) => void
}

/** The question before deleting a user, with the user's name and everything that is deleted too. */
export function DeleteUser({ user, onClose, onDelete }: DeleteUserProps) {
  if (!user) return null
  const { title, go, goes, list, stays } = text.confirm
  const who = [fullName(user) && user.email, user.companyName].filter(Boolean).join(' · ')
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={title(nameOf(user))}
      confirm={go}
      onConfirm={() => onDelete(user)}
      description={
        <>
          {who && <span className="block wrap-anywhere text-ink">{who}</span>}
          <span className="mt-2 block">{goes}</span>
          {list.map((what) => (
            <span key={what} className="block pl-4 -indent-3">
              <span aria-hidden>· </span>
              {what}
            </span>
          ))}
          <span className="mt-2 block">{stays}</span>
        </>
      }
    />
  )
}
