import { lazy, Suspense, type ReactNode } from 'react'
import { overlaysOncePressed } from './overlays.ts'

const DialogPanel = lazy(() =>
  overlaysOncePressed().then((part) => ({ default: part.DialogPanel })),
)
const ConfirmPanel = lazy(() =>
  overlaysOncePressed().then((part) => ({ default: part.ConfirmPanel })),
)

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  /** The focus begins on what in here is marked `data-first`, and otherwise on "Lukk". */
  children: ReactNode
  wide?: boolean
}

/** A closed one costs nothing: Radix would render it twice, and most dialogs of a page stay closed. */
export function Dialog({ open, ...shown }: DialogProps) {
  return open ? (
    <Suspense>
      <DialogPanel {...shown} />
    </Suspense>
  ) : null
}

export interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** What will happen, and whether it can be undone. */
  description: ReactNode
  /** What there is to look at before the answer, below the description. */
  more?: ReactNode
  /** The verb on the button, never "OK". */
  confirm: string
  onConfirm: () => void
  tone?: 'danger' | 'primary'
}

/** Asks before something that is hard to undo. Focus starts on "Avbryt". */
export function ConfirmDialog({ open, ...shown }: ConfirmDialogProps) {
  return open ? (
    <Suspense>
      <ConfirmPanel {...shown} />
    </Suspense>
  ) : null
}
