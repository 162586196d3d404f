import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { Transfer } from '#shared/contracts/transfers/row'
import { Button } from '../../../ui/Button.tsx'
import { openDraft } from '../../transfers/open-draft.ts'
import { usePlaces } from '../../transfers/places.ts'
import { isInvoiced, titleOf } from '../../transfers/transfer-state.ts'
import { Strip } from '../Strip.tsx'
import { text } from '../text.ts'

const words = text.first
const SEEN = 'seen:first-draft'

/** Announces the account's first draft, until it is opened or dismissed on this device. */
export function FirstDraft({
  transfer,
  tone,
}: {
  transfer: Transfer
  tone: 'primary' | 'secondary'
}) {
  const places = usePlaces()
  const [seen, setSeen] = useState(() => isSeen(transfer.id))
  if (seen) return null
  const dismiss = () => {
    markSeen(transfer.id)
    setSeen(true)
  }
  const invoiced = isInvoiced(transfer)
  return (
    <Strip
      tone="ok"
      icon={CircleCheck}
      headline={words.drafted(invoiced)}
      why={words.draftedWhy(titleOf(transfer), transfer.customerName ?? '')}
      label={words.drafted(invoiced)}
    >
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          tone={tone}
          onClick={() => {
            void openDraft(transfer, places)
            dismiss()
          }}
        >
          {words.open(invoiced)}
        </Button>
        <Button size="sm" tone="ghost" onClick={dismiss}>
          {words.dismiss}
        </Button>
      </div>
    </Strip>
  )
}

// The browser can block storage; the strip is then dismissed only until the next page load.
function isSeen(id: string): boolean {
  try {
    return localStorage.getItem(SEEN) === id
  } catch {
    return false
  }
}

function markSeen(id: string): void {
  try {
    localStorage.setItem(SEEN, id)
  } catch {
    return
  }
}
