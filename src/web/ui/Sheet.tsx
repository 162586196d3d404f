import { X } from 'lucide-react'
import { Dialog as RadixDialog } from 'radix-ui'
import type { KeyboardEvent, ReactNode } from 'react'
import { IconButton } from './Button.tsx'
import { closeOnEscape } from './close-on-escape.ts'
import { cx } from './cx.ts'
import { Veil } from './Dialog.tsx'
import { useReturnFocus } from './return-focus.ts'

interface SheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** Beside the title, for example a status chip. */
  aside?: ReactNode
  /** Buttons beside "Lukk". */
  acts?: ReactNode
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  side?: 'left' | 'right'
  /** For what has columns. */
  wide?: boolean
  children: ReactNode
  /** Show the title to screen readers only. */
  hideTitle?: boolean
}

/** A drawer from the side: details on the right, the phone's menu on the left. */
export function Sheet({
  open,
  onOpenChange,
  title,
  aside,
  acts,
  onKeyDown,
  side = 'right',
  wide,
  hideTitle,
  children,
}: SheetProps) {
  const focus = useReturnFocus()
  if (!open) return null
  return (
    <RadixDialog.Root open onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <Veil />
        <RadixDialog.Content
          aria-modal
          {...focus}
          onKeyDown={(event) => {
            closeOnEscape(onOpenChange)(event)
            onKeyDown?.(event)
          }}
          aria-describedby={undefined}
          className={cx(
            'pointer-events-auto fixed inset-y-0 z-50 flex animate-slide-in flex-col bg-surface shadow-raised outline-none',
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
            <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
              <RadixDialog.Title className={hideTitle ? 'sr-only' : 'text-lg font-semibold'}>
                {title}
              </RadixDialog.Title>
              {aside}
            </div>
            <div className="-mr-2 flex shrink-0">
              {acts}
              <RadixDialog.Close asChild>
                <IconButton label="Lukk" icon={<X aria-hidden className="size-5" />} />
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
