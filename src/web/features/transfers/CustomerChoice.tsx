import { lazy, Suspense } from 'react'
import type { Transfer } from '#shared/contracts/transfers'
import { Dialog } from '../../ui/Dialog.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { text } from './text.ts'
import { titleOf } from './transfer-state.ts'

// Most who look at a list choose nobody: what the dialog holds is fetched when it opens.
const CustomerChoiceContent = lazy(() =>
  import('./CustomerChoiceContent.tsx').then((part) => ({ default: part.CustomerChoiceContent })),
)

const words = text.customerChoice

interface CustomerChoiceProps {
  /** The transfer in doubt; null keeps the dialog closed. */
  transfer: Transfer | null
  onClose: () => void
}

/** Kundekø: who the invoice is for, the contacts in Fiken that may be the one, and the person's word. */
export function CustomerChoice({ transfer, onClose }: CustomerChoiceProps) {
  return (
    <Dialog
      wide
      open={transfer !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={transfer ? words.title(titleOf(transfer)) : ''}
      description={words.description}
    >
      {transfer && (
        <Suspense fallback={<SkeletonRows rows={3} label={text.loading} />}>
          <CustomerChoiceContent id={transfer.id} onClose={onClose} />
        </Suspense>
      )}
    </Dialog>
  )
}
