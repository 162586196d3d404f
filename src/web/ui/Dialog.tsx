import { X } from 'lucide-react'
import { AlertDialog as RadixAlert, Dialog as RadixDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button, IconButton } from './Button.tsx'
import { closeOnEscape } from './close-on-escape.ts'
import { cx } from './cx.ts'
import { useReturnFocus } from './return-focus.ts'

/**
 * The dimmed ground behind a dialog. It also locks scrolling (app.css), because Radix' own
 * overlay would need an inline style element. As high as the panels themselves: a question asked
 * from a drawer comes later, so its veil dims the drawer too.
 */
export function Veil() {
  return <div data-veil aria-hidden className="fixed inset-0 z-50 animate-fade-in bg-veil" />
}

/**
 * Takes clicks from its first frame: Radix turns them off for everything, and only a render later
 * on again for the panel. What lies below is covered by the veil.
 */
const PANEL =
  'pointer-events-auto! fixed z-50 animate-rise inset-x-3 bottom-3 mx-auto max-h-[calc(100dvh-1.5rem)] overflow-y-auto rounded-card border border-line ' +
  'bg-surface p-5 shadow-raised outline-none sm:top-1/2 sm:bottom-auto sm:max-h-[85dvh] sm:-translate-y-1/2 sm:p-6'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  /** The focus begins on what in here is marked `data-first`, and otherwise on "Lukk". */
  children: ReactNode
  wide?: boolean
}

export function Dialog({ open, onOpenChange, title, description, children, wide }: DialogProps) {
  const focus = useReturnFocus()
  // A closed one Radix renders twice, and most dialogs of a page stay closed.
  if (!open) return null
  return (
    <RadixDialog.Root open onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <Veil />
        <RadixDialog.Content
          aria-modal
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus()
            const first =
              event.target instanceof Element
                ? event.target.querySelector<HTMLElement>('[data-first]')
                : null
            if (!first) return
            event.preventDefault()
            first.focus()
          }}
          onCloseAutoFocus={focus.onCloseAutoFocus}
          onKeyDown={closeOnEscape(onOpenChange)}
          className={cx(PANEL, wide ? 'sm:max-w-2xl' : 'sm:max-w-md')}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className="mb-4">
            <div className="flex items-start justify-between gap-4">
              <RadixDialog.Title className="text-lg font-semibold">{title}</RadixDialog.Title>
              <RadixDialog.Close asChild>
                <IconButton
                  label="Lukk"
                  icon={<X aria-hidden className="size-5" />}
                  className="-my-1.5 -mr-2"
                />
              </RadixDialog.Close>
            </div>
            {description && (
              <RadixDialog.Description className="mt-1 text-ink-2">
                {description}
              </RadixDialog.Description>
            )}
          </div>
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** What will happen, and whether it can be undone. */
  description: ReactNode
  /** The verb on the button, never "OK". */
  confirm: string
  onConfirm: () => void
  tone?: 'danger' | 'primary'
}

/** Asks before something that is hard to undo. Focus starts on "Avbryt". */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirm,
  onConfirm,
  tone = 'danger',
}: ConfirmDialogProps) {
  const focus = useReturnFocus()
  if (!open) return null
  return (
    <RadixAlert.Root open onOpenChange={onOpenChange}>
      <RadixAlert.Portal>
        <Veil />
        <RadixAlert.Content
          aria-modal
          {...focus}
          onKeyDown={closeOnEscape(onOpenChange)}
          className={cx(PANEL, 'sm:max-w-md')}
        >
          <RadixAlert.Title className="text-lg font-semibold">{title}</RadixAlert.Title>
          <RadixAlert.Description className="mt-1.5 text-ink-2">
            {description}
          </RadixAlert.Description>
          <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
            <RadixAlert.Cancel asChild>
              <Button>Avbryt</Button>
            </RadixAlert.Cancel>
            <RadixAlert.Action asChild>
              <Button tone={tone} onClick={onConfirm}>
                {confirm}
              </Button>
            </RadixAlert.Action>
          </div>
        </RadixAlert.Content>
      </RadixAlert.Portal>
    </RadixAlert.Root>
  )
}
