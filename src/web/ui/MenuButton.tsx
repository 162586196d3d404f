import { lazy, Suspense, type ComponentProps } from 'react'
import { IconButton } from './Button.tsx'
import type { MenuItem } from './Menu.tsx'

const Menu = lazy(() => import('./Menu.tsx').then((part) => ({ default: part.Menu })))

interface MenuButtonProps extends ComponentProps<typeof IconButton> {
  items: readonly MenuItem[]
}

/** A square button with a menu behind it, whose code comes after the page's. */
export function MenuButton({ items, ...button }: MenuButtonProps) {
  const trigger = <IconButton {...button} />
  return (
    <Suspense fallback={trigger}>
      <Menu trigger={trigger} items={items} />
    </Suspense>
  )
}
