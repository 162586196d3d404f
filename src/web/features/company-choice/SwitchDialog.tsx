import type { SessionUser } from '#shared/contracts/auth'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFoot } from '../../ui/Dialog.tsx'
import { mayAdd } from './choice-state.ts'
import { CompanyList } from './CompanyList.tsx'
import { text } from './text.ts'

/** Chooses another company for this tab. */
export function SwitchDialog({
  user,
  onClose,
  onAdd,
}: {
  user: SessionUser
  onClose: () => void
  onAdd: () => void
}) {
  return (
    <Dialog open onOpenChange={onClose} title={text.switch}>
      <div className="grid gap-4">
        <CompanyList user={user} onCurrent={onClose} />
        {mayAdd(user) && (
          <DialogFoot>
            <Button onClick={onAdd}>{text.add}</Button>
          </DialogFoot>
        )}
      </div>
    </Dialog>
  )
}
