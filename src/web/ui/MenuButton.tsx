import { lazy, Suspense, useState, type ComponentProps } from 'react'
import { IconButton } from './Button.tsx'
import type { MenuItem } from './Menu.tsx'
import { overlaysOncePressed } from './overlays.ts'

const Menu = lazy(() => overlaysOncePressed().then((part) => ({ default: part.Menu })))

interface MenuButtonProps extends Omit<ComponentProps<typeof IconButton>, 'onClick'> {
  items: readonly MenuItem[]
}

/** A button whose menu is rendered at the first use, because each row of a list has one. */
export function MenuButton({ items, ...button }: MenuButtonProps) {
  const [used, setUsed] = useState(false)
  const [open, setOpen] = useState(false)
  const plain = (
    <IconButton
      {...button}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => {
        setUsed(true)
        setOpen(true)
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'ArrowDown') currentTarget.click()
      }}
    />
  )
  if (!used) return plain
  return (
    <Suspense fallback={plain}>
      <Menu trigger={<IconButton {...button} />} items={items} open={open} onOpenChange={setOpen} />
    </Suspense>
  )
}
