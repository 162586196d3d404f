import { lazy, Suspense } from 'react'
import type { Asked } from './asked.ts'

// Loaded when the dialog opens, since most users never open it.
const CustomerChoiceDialog = lazy(() =>
  import('./CustomerChoiceDialog.tsx').then((part) => ({ default: part.CustomerChoiceDialog })),
)

interface CustomerChoiceProps {
  asked: Asked | null
  onClose: () => void
}

export function CustomerChoice({ asked, onClose }: CustomerChoiceProps) {
  return (
    asked && (
      <Suspense>
        <CustomerChoiceDialog asked={asked} onClose={onClose} />
      </Suspense>
    )
  )
}
