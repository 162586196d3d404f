import { X } from 'lucide-react'
import { AlertDialog as RadixAlert, Dialog as RadixDialog } from 'radix-ui'
import { words } from './words.ts'
import { Button, IconButton } from './Button.tsx'
import { useCloseOnBack } from './close-on-back.ts'
import { closeOnEscape } from './close-on-escape.ts'
import { cx } from './cx.ts'
import type { ConfirmDialogProps, DialogProps } from './Dialog.tsx'
import { useReturnFocus } from './return-focus.ts'
import type { SheetProps } from './Sheet.tsx'
import { Veil } from './Veil.tsx'

type Shown<Props> = Omit<Props, 'open'>

/**
 * Classes of a panel. They override `pointer-events`, because Radix turns off clicks everywhere and
 * turns them on for the panel only one render later.
 */
const PANEL =
  'pointer-events-auto! fixed z-50 animate-rise inset-x-3 bottom-3 mx-auto max-h-[calc(100dvh-1.5rem)] overflow-y-auto rounded-card border border-line ' +
  'bg-surface p-5 shadow-raised outline-none sm:top-1/2 sm:bottom-auto sm:max-h-[85dvh] sm:-translate-y-1/2 sm:p-6'

/** Classes of a wide panel, on phones fixed at the top so that late content moves only its end. */
const WIDE = 'max-sm:top-3 max-sm:bottom-auto sm:max-w-2xl'

export function DialogPanel({
  onOpenChange,
  title,
  description,
  children,
  wide,
}: Shown<DialogProps>) {
  const focus = useReturnFocus()
  useCloseOnBack(onOpenChange)
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
          className={cx(PANEL, wide ? WIDE : 'sm:max-w-md')}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className="mb-4">
            <div className="flex items-start justify-between gap-4">
              <RadixDialog.Title className="text-lg font-semibold">{title}</RadixDialog.Title>
              <RadixDialog.Close asChild>
                <IconButton
                  label={words.close}
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

export function ConfirmPanel({
  onOpenChange,
  title,
  description,
  more,
  confirm,
  onConfirm,
  tone = 'danger',
}: Shown<ConfirmDialogProps>) {
  const focus = useReturnFocus()
  useCloseOnBack(onOpenChange)
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
          {more && <div className="mt-4">{more}</div>}
          <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
            <RadixAlert.Cancel asChild>
              <Button className="shrink-0">{words.cancel}</Button>
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

/** Above the toasts, which would cover the menu's last entries. */
const ABOVE_TOASTS = 'z-70'

export function SheetPanel({
  onOpenChange,
  title,
  aside,
  acts,
  onKeyDown,
  side = 'right',
  wide,
  hideTitle,
  children,
}: Shown<SheetProps>) {
  const focus = useReturnFocus()
  const layer = side === 'left' ? ABOVE_TOASTS : 'z-50'
  useCloseOnBack(onOpenChange)
  return (
    <RadixDialog.Root open onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <Veil className={layer} />
        <RadixDialog.Content
          aria-modal
          {...focus}
          onKeyDown={(event) => {
            closeOnEscape(onOpenChange)(event)
            onKeyDown?.(event)
          }}
          aria-describedby={undefined}
          className={cx(
            'pointer-events-auto fixed inset-y-0 flex animate-slide-in flex-col bg-surface shadow-raised outline-none',
            layer,
            side === 'right'
              ? cx(
                  'right-0 w-full sm:border-l sm:border-line',
                  wide ? 'sm:max-w-xl' : 'sm:max-w-md',
                )
              : 'left-0 w-72 max-w-[85vw] [--slide-from:-100%]',
          )}
        >
          <div
            className={cx(
              'flex items-center justify-between gap-3 px-4',
              hideTitle ? 'py-1.5' : 'border-b border-line py-2',
            )}
          >
            <div className="flex min-w-0 gap-x-3 gap-y-1 max-sm:flex-col sm:flex-wrap sm:items-center">
              <RadixDialog.Title className={hideTitle ? 'sr-only' : 'text-lg font-semibold'}>
                {title}
              </RadixDialog.Title>
              {aside}
            </div>
            <div className="-mr-2 flex shrink-0">
              {acts}
              <RadixDialog.Close asChild>
                <IconButton label={words.close} icon={<X aria-hidden className="size-5" />} />
              </RadixDialog.Close>
            </div>
          </div>
          <div
            tabIndex={-1}
            className="flex flex-1 flex-col overflow-y-auto overscroll-contain outline-none"
          >
            {children}
          </div>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}
