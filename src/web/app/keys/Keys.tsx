import { lazy, Suspense, useEffect, useState } from 'react'
import type { SessionUser } from '#shared/contracts/auth'
import { isInPanel, isWriting } from '../../ui/event-target.ts'
import { onAsked, type Asked } from '../../lib/company/ask-for.ts'
import { Companies, PairingQuestion } from '../companies.ts'
import { keyWish, typedAfter } from './keys-state.ts'

const Palette = lazy(() => import('./Palette.tsx'))
const KeyHelp = lazy(() => import('./KeyHelp.tsx'))

export function Keys({ user }: { user: SessionUser }) {
  const [open, setOpen] = useState<Asked | 'help' | null>(null)
  const [typedEarly, setTypedEarly] = useState('')
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const wish = keyWish(event, {
        writing: isWriting(event.target),
        inPanel: isInPanel(event.target),
      })
      if (wish === null) return
      if (wish === 'search' || wish === 'rows') {
        // Only moves the focus into the list; the list handles the arrow keys itself.
        const place = document.querySelector<HTMLElement>(
          wish === 'search' ? 'main input[type=search]' : 'main [data-row] [data-details]',
        )
        if (!place) return
        event.preventDefault()
        place.focus()
        return
      }
      event.preventDefault()
      setTypedEarly('')
      setOpen((now) => (now === wish ? null : wish))
    }
    document.addEventListener('keydown', onKeyDown)
    const ignoreAsked = onAsked((what) => {
      setTypedEarly('')
      setOpen(what)
    })
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      ignoreAsked()
    }
  }, [])
  const close = () => setOpen(null)
  const onOpenChange = (now: boolean) => {
    if (!now) close()
  }
  return (
    <Suspense fallback={open === 'palette' && <EarlyKeys onType={setTypedEarly} onClose={close} />}>
      {open === 'palette' && (
        <Palette user={user} typedEarly={typedEarly} onOpenChange={onOpenChange} onOpen={setOpen} />
      )}
      {(open === 'companies' || open === 'new-company') && (
        <Companies key={open} user={user} shows={open} onClose={close} />
      )}
      {open === 'pairings' && <PairingQuestion onClose={close} />}
      {open === 'help' && <KeyHelp onOpenChange={onOpenChange} />}
    </Suspense>
  )
}

/** Keeps the letters that the user types while the command palette's code is loading. */
function EarlyKeys({
  onType,
  onClose,
}: {
  onType: (next: (typed: string) => string) => void
  onClose: () => void
}) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event
      if (ctrlKey || metaKey || altKey) return
      if (key === 'Escape') return onClose()
      if (key !== 'Backspace' && key.length !== 1) return
      event.preventDefault()
      onType((typed) => typedAfter(typed, key))
    }
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [onType, onClose])
  return null
}
