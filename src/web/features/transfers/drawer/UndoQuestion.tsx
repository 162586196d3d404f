import type { Transfer } from '#shared/contracts/transfers/row'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { titleOf } from '../transfer-state.ts'

interface UndoQuestionProps {
  transfer: Transfer
  /** Where the job waits afterwards, as the end of a sentence. */
  place?: string
  more?: string | undefined
  onConfirm: (transfer: Transfer) => void
  onClose: () => void
}

/** Asks whether the draft that we created in Fiken is to be deleted. */
export function UndoQuestion({
  transfer,
  place = 'her',
  more,
  onConfirm,
  onClose,
}: UndoQuestionProps) {
  const jobs = transfer.collective?.jobs ?? 1
  const isShared = jobs > 1
  const waits = isShared
    ? `${jobs === 2 ? 'begge' : `alle ${jobs}`} jobbene venter på deg under Overføringer. De kommer ikke på neste samlefaktura før du tar dem med igjen`
    : `jobben venter på deg ${place}`
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={
        isShared
          ? `Angre samlefakturaen for ${jobs} jobber?`
          : `Angre overføringen av ${titleOf(transfer)}?`
      }
      description={`Utkastet slettes i Fiken, og ${waits}. Har noen endret eller fakturert utkastet, blir det liggende.`}
      more={more}
      confirm="Slett utkastet"
      onConfirm={() => onConfirm(transfer)}
    />
  )
}
