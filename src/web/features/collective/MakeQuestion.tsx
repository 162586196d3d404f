import type { CollectiveForecast } from '#shared/contracts/collective'
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx'
import { becomesText } from './collective-state.ts'
import { OutsideList } from './OutsideList.tsx'
import { text } from './text.ts'

interface MakeQuestionProps {
  /** For whom, where it is about all that is gathered for one customer. */
  name: string | undefined
  forecast: CollectiveForecast
  onClose: () => void
  onConfirm: () => void
}

/** "Lage samlefaktura nå?", with what would be made, and the jobs that would not be on it. */
export function MakeQuestion({ name, forecast, onClose, onConfirm }: MakeQuestionProps) {
  const { jobs, leftOut, outside } = forecast
  const list = outside.length > 0 && <OutsideList jobs={outside} onClose={onClose} />
  if (jobs === 0)
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={text.noneNow}
        description={leftOut > 0 ? text.leavesOut(leftOut) : undefined}
      >
        {list}
      </Dialog>
    )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      tone="primary"
      title={name === undefined ? text.confirmMakeChosen : text.confirmMake(name)}
      description={[
        becomesText(forecast, { ofOne: name !== undefined }),
        leftOut > 0 && text.leavesOut(leftOut),
      ]
        .filter(Boolean)
        .join(' ')}
      more={list}
      confirm={text.make}
      onConfirm={onConfirm}
    />
  )
}
