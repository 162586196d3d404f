import { lazy, Suspense, type ReactNode } from 'react'
import { cx } from './cx.ts'
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
  /** The content. The initial focus is on the element with `data-first`, otherwise on "Lukk". */
  children: ReactNode
  wide?: boolean
}

/** A dialog, rendered only while open: Radix renders it twice, and most are never opened. */
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
  /** The consequences of the action, and whether it can be undone. */
  description: ReactNode
  more?: ReactNode
  /** The verb on the confirmation button, never "OK". */
  confirm: string
  onConfirm: () => void
  tone?: 'danger' | 'primary'
}

/** A dialog that confirms an action that is hard to undo. The initial focus is on "Avbryt". */
export function ConfirmDialog({ open, ...shown }: ConfirmDialogProps) {
  return open ? (
    <Suspense>
      <ConfirmPanel {...shown} />
    </Suspense>
  ) : null
}

export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-col-reverse gap-2 border-t border-line bg-surface px-5 py-3 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:flex-row sm:justify-end sm:px-6">
      {children}
    </div>
  )
}

interface DialogButtonsProps {
  className?: string
  children: ReactNode
}

/** Shows a dialog's buttons in a row at the right, and on phones with the last one on top. */
export function DialogButtons({ className, children }: DialogButtonsProps) {
  return (
    <div className={cx('flex flex-col-reverse gap-2 sm:flex-row sm:justify-end', className)}>
      {children}
    </div>
  )
}
