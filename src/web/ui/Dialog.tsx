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
  /**
   * The dialog's content. The focus starts on the element marked `data-first`, otherwise on "Lukk".
   */
  children: ReactNode
  wide?: boolean
}

/**
 * A dialog. A closed one costs nothing: Radix would render it twice, and most dialogs of a page
 * stay closed.
 */
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
  /** The consequence, and whether it can be undone. */
  description: ReactNode
  /** Content to look at before answering, below the description. */
  more?: ReactNode
  /** The verb on the button, never "OK". */
  confirm: string
  onConfirm: () => void
  tone?: 'danger' | 'primary'
}

/** A question before an action that is hard to undo. Focus starts on "Avbryt". */
export function ConfirmDialog({ open, ...shown }: ConfirmDialogProps) {
  return open ? (
    <Suspense>
      <ConfirmPanel {...shown} />
    </Suspense>
  ) : null
}

/** The dialog's buttons, which stay in sight at its end however long it is. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-col-reverse gap-2 border-t border-line bg-surface px-5 py-3 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:flex-row sm:justify-end sm:px-6">
      {children}
    </div>
  )
}
