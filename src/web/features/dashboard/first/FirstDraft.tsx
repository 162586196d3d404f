import { CircleCheck } from 'lucide-react'
import type { Transfer } from '#shared/contracts/transfers/row'
import { Button } from '../../../ui/Button.tsx'
import { words } from '../../../ui/words.ts'
import { openDraft } from '../../transfers/open-draft.ts'
import { usePlaces } from '../../transfers/places.ts'
import { isInvoiced, titleOf } from '../../transfers/transfer-state.ts'
import { Strip } from '../Strip.tsx'
import { text } from '../text.ts'

export function FirstDraft({
  transfer,
  tone,
  onDismiss,
}: {
  transfer: Transfer
  tone: 'primary' | 'secondary'
  onDismiss: () => void
}) {
  const places = usePlaces()
  const invoiced = isInvoiced(transfer)
  return (
    <Strip
      tone="ok"
      icon={CircleCheck}
      headline={text.first.drafted(invoiced)}
      why={text.first.draftedWhy(titleOf(transfer), transfer.customerName ?? '')}
      label={text.first.drafted(invoiced)}
    >
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          tone={tone}
          onClick={() => {
            void openDraft(transfer, places)
            onDismiss()
          }}
        >
          {text.first.open(invoiced)}
        </Button>
        <Button size="sm" tone="ghost" onClick={onDismiss}>
          {words.close}
        </Button>
      </div>
    </Strip>
  )
}
