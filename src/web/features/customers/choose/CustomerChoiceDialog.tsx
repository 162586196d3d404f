import { Dialog } from '../../../ui/Dialog.tsx'
import type { Asked } from './asked.ts'
import { CustomerChoiceContent } from './CustomerChoiceContent.tsx'

/** A dialog in which the user chooses among contacts in Fiken that can match a customer. */
export function CustomerChoiceDialog({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  return (
    <Dialog
      wide
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={asked.title}
      description="Velg kontakten i Fiken som skal ha fakturaen. Du kan glemme valget igjen med «Kundevalg» på kundesiden."
    >
      <CustomerChoiceContent id={asked.transfer} onClose={onClose} />
    </Dialog>
  )
}
