import { lazy, Suspense, useEffect, useState } from 'react'
import type { SessionUser } from '#shared/contracts/auth'
import { isInPanel } from '../../ui/close-on-escape.ts'
import { isWriting } from '../../lib/is-writing.ts'
import { keyWish } from './keys-state.ts'

// Fetched when they are first used.
const Palette = lazy(() => import('./Palette.tsx').then((part) => ({ default: part.Palette })))
const KeyHelp = lazy(() => import('./KeyHelp.tsx').then((part) => ({ default: part.KeyHelp })))

/** The keys that work on every screen of the logged-in product. */
export function Keys({ user }: { user: SessionUser }) {
  const [open, setOpen] = useState<'palette' | 'help' | null>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const wish = keyWish(event, {
        writing: isWriting(event.target),
        inPanel: isInPanel(event.target),
      })
      if (wish === null) return
      if (wish === 'search' || wish === 'rows') {
        // From row to row the list goes itself; this is the way into it.
        const place = document.querySelector<HTMLElement>(
          wish === 'search' ? 'main input[type=search]' : 'main [data-row] [data-details]',
        )
        if (!place) return
        event.preventDefault()
        place.focus()
        return
      }
      event.preventDefault()
      setOpen((now) => (now === wish ? null : wish))
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  const onOpenChange = (now: boolean) => {
    if (!now) setOpen(null)
  }
  return (
    <Suspense>
      {open === 'palette' && (
        <Palette user={user} onOpenChange={onOpenChange} onKeys={() => setOpen('help')} />
      )}
      {open === 'help' && <KeyHelp onOpenChange={onOpenChange} />}
    </Suspense>
  )
}
