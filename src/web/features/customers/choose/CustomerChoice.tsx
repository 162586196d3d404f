import { lazy, Suspense } from 'react'
import { Dialog } from '../../../ui/Dialog.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import type { Asked } from './asked.ts'
import { text } from './text.ts'

// Loaded when the dialog opens, since most users never open it.
const CustomerChoiceContent = lazy(() =>
  import('./CustomerChoiceContent.tsx').then((part) => ({ default: part.CustomerChoiceContent })),
)

interface CustomerChoiceProps {
  asked: Asked | null
  onClose: () => void
}

/** A dialog in which the user chooses among contacts in Fiken that can match a customer. */
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
        <Suspense fallback={<SkeletonRows rows={3} />}>
          <CustomerChoiceContent id={asked.transfer} onClose={onClose} />
        </Suspense>
      )}
    </Dialog>
  )
}
