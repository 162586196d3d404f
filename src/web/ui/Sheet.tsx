import { X } from 'lucide-react'
import { Dialog as RadixDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { IconButton } from './Button.tsx'
import { cx } from './cx.ts'
import { Veil } from './Dialog.tsx'
import { useReturnFocus } from './return-focus.ts'

interface SheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** Beside the title, for example a status chip. */
  aside?: ReactNode
  side?: 'left' | 'right'
  children: ReactNode
  /** Show the title to screen readers only. */
  hideTitle?: boolean
}

/** A drawer from the side: details on the right, the phone's menu on the left. */
export function Sheet({ open, onOpenChange, title, aside, side = 'right', hideTitle, children }: SheetProps) {
  const focus = useReturnFocus()
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        {open && <Veil />}
        <RadixDialog.Content
          aria-modal
          {...focus}
          // A message that comes up while the drawer is open would have the Escape for itself.
          onKeyDown={({ key, target, currentTarget }) => {
            if (key === 'Escape' && target instanceof Node && currentTarget.contains(target)) onOpenChange(false)
          }}
          aria-describedby={undefined}
          className={cx(
            'fixed inset-y-0 z-50 flex animate-slide-in flex-col bg-surface shadow-raised outline-none',
            side === 'right'
              ? 'right-0 w-full sm:max-w-md sm:border-l sm:border-line'
              : 'left-0 w-72 max-w-[85vw] [--slide-from:-100%]',
          )}
        >
          <div className={cx('flex items-center justify-between gap-3 px-4', hideTitle ? 'py-1.5' : 'border-b border-line py-2')}>
            <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
              <RadixDialog.Title className={hideTitle ? 'sr-only' : 'text-lg font-semibold'}>{title}</RadixDialog.Title>
              {aside}
            </div>
            <RadixDialog.Close asChild>
              <IconButton label="Lukk" icon={<X aria-hidden className="size-5" />} className="-mr-2" />
            </RadixDialog.Close>
          </div>
          <div tabIndex={-1} className="flex flex-1 flex-col overflow-y-auto overscroll-contain outline-none">
            {children}
          </div>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}
