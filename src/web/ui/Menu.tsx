import { DropdownMenu } from 'radix-ui'
import { useState, type ReactElement, type ReactNode } from 'react'
import { cx } from './cx.ts'

export interface MenuItem {
  label: string
  icon?: ReactNode
  onSelect: () => void
  tone?: 'danger'
  disabled?: boolean
}

/** A menu that is not modal, because a modal menu locks scrolling with an inline style element. */
export function Menu({
  trigger,
  items,
  open,
  onOpenChange,
}: {
  trigger: ReactElement
  items: readonly MenuItem[]
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const [button, setButton] = useState<HTMLElement | null>(null)
  // Inside the dialog of its button, which hides everything else from screen readers, or inside the
  // page's main landmark, so that landmark navigation finds it.
  const container = button?.closest<HTMLElement>('[role=dialog]') ?? document.querySelector('main')
  return (
    <DropdownMenu.Root modal={false} open={open && button !== null} onOpenChange={onOpenChange}>
      <DropdownMenu.Trigger ref={setButton} asChild>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={container}>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-70 min-w-48 animate-rise rounded-card border border-line bg-surface p-1 shadow-raised"
        >
          {items.map((item) => (
            <DropdownMenu.Item
              key={item.label}
              onSelect={item.onSelect}
              disabled={item.disabled}
              className={cx(
                'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-md px-3 outline-none data-highlighted:bg-surface-2 pointer-coarse:min-h-11',
                'data-disabled:cursor-default data-disabled:opacity-55',
                item.tone === 'danger' && 'text-bad',
              )}
            >
              {item.icon}
              {item.label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
