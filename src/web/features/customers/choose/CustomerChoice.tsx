import { lazy, Suspense } from 'react'
import { Dialog } from '../../../ui/Dialog.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import type { Asked } from './asked.ts'
import { text } from './text.ts'

// Most people who look at a list never open this: the dialog's code is fetched when it opens.
const CustomerChoiceContent = lazy(() =>
  import('./CustomerChoiceContent.tsx').then((part) => ({ default: part.CustomerChoiceContent })),
)

interface CustomerChoiceProps {
  /** Null keeps the dialog closed. */
  asked: Asked | null
  onClose: () => void
}

/**
 * Kundekø: who the invoice is for, the contacts in Fiken that may be the one, and the person's
 * choice.
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
