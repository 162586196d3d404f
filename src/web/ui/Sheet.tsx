import { lazy, Suspense, type KeyboardEvent, type ReactNode } from 'react'
import { overlaysOncePressed } from './overlays.ts'

const SheetPanel = lazy(() => overlaysOncePressed().then((part) => ({ default: part.SheetPanel })))

export interface SheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** The content beside the title, for example a status chip. */
  aside?: ReactNode
  acts?: ReactNode
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  side?: 'left' | 'right'
  wide?: boolean
  children: ReactNode
  hideTitle?: boolean
}

export function Sheet({ open, ...shown }: SheetProps) {
  return open ? (
    <Suspense>
      <SheetPanel {...shown} />
    </Suspense>
  ) : null
}
