import type { AdminUser } from '#shared/contracts/admin'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { fullName, nameOf } from '../admin-state.ts'
import { text } from '../text.ts'

interface DeleteUserProps {
  /** Who is to be deleted, if the question is asked. */
  user: AdminUser | null
  onClose: () => void
  onDelete: (user: AdminUser) => void
}

/** Asks, with the name of the user and everything that goes with them. */
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
