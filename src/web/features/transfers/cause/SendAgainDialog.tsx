import { Button } from '../../../ui/Button.tsx'
import { Dialog, DialogButtons } from '../../../ui/Dialog.tsx'

interface SendAgainDialogProps {
  concerns?: string | null | undefined
  onClose: () => void
  onAnswer: (deleted: boolean) => void
}

export function SendAgainDialog({ concerns, onClose, onAnswer }: SendAgainDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Slettet du utkastet i Fiken?"
      description={
        'Svarer du ja, ser vi etter det én gang til innen et halvt minutt, og lager så et nytt. Er du usikker, ser vi etter det i ti minutter ' +
        `først, i tilfelle det er fakturert.${concerns ? ` ${concerns}` : ''}`
      }
    >
      <DialogButtons>
        <Button onClick={() => onAnswer(false)}>Jeg er usikker</Button>
        <Button tone="primary" onClick={() => onAnswer(true)}>
          Ja, send på nytt
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
