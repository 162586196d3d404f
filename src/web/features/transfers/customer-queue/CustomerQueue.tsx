import { Dialog } from '../../../ui/Dialog.tsx'
import { QueueContent } from './QueueContent.tsx'
import { text } from './text.ts'

/** The uncertain customers one after another, answered by keys or presses. */
export function CustomerQueue({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      wide
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={text.title}
    >
      <QueueContent onClose={onClose} />
    </Dialog>
  )
}
