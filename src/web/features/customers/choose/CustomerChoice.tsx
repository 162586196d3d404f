import { lazy, Suspense } from 'react'
import { Dialog } from '../../../ui/Dialog.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import type { Asked } from './asked.ts'
import { text } from './text.ts'

// Most users never open this dialog, so its code is loaded when it opens.
const CustomerChoiceContent = lazy(() =>
  import('./CustomerChoiceContent.tsx').then((part) => ({ default: part.CustomerChoiceContent })),
)

interface CustomerChoiceProps {
  /** The transfer in doubt; null keeps the dialog closed. */
  asked: Asked | null
  onClose: () => void
}

/**
 * The dialog of the customer queue: who the invoice is for, the contacts in Fiken that may match,
 * and the user's choice.
 */
export function CustomerChoice({ asked, onClose }: CustomerChoiceProps) {
  return (
    <Dialog
      wide
      open={asked !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={asked?.title ?? ''}
      description={text.description}
    >
      {asked && (
        <Suspense fallback={<SkeletonRows rows={3} label={text.loading} />}>
          <CustomerChoiceContent id={asked.transfer} onClose={onClose} />
        </Suspense>
      )}
    </Dialog>
  )
}
