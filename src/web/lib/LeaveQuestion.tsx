import { useEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { askBeforeLeaving } from './unsaved.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'

const text = {
  unsaved: 'Ulagrede endringer',
  why: 'Det du har endret, går tapt hvis du forlater siden uten å lagre.',
  leave: 'Forlat siden',
}

interface LeaveQuestionProps {
  /** A person has to save it, or give it up. */
  when: boolean
  /** Something is about to save itself: nobody is asked, and it is saved now. */
  saving: boolean
  /** Saves what saves itself; false when that failed. */
  flush: () => Promise<boolean>
}

/**
 * Asks before unsaved changes are left behind, whichever way the page is left; the browser asks in
 * its own words when the page itself closes.
 */
export function LeaveQuestion({ when, saving, flush }: LeaveQuestionProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when && currentLocation.pathname !== nextLocation.pathname,
  )
  /** Answers whoever wants to leave in another way than by a link. */
  const [answer, setAnswer] = useState<{ give: (yes: boolean) => void } | null>(null)
  const leaving = useRef(false)
  // One listener for as long as there is something to lose. Registered anew with every render, as
  // useBeforeUnload() does, it is missing for a moment each time, and a tab closed then asks nothing.
  const unsaved = when || saving
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!leaving.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
  const latestFlush = useRef(flush)
  useEffect(() => {
    latestFlush.current = flush
  })
  useEffect(() => {
    if (!when && !saving) return
    const ask = () => new Promise<boolean>((give) => setAnswer({ give }))
    return askBeforeLeaving(async () => {
      if (!when && (await latestFlush.current())) return true
      return ask()
    })
  }, [when, saving])
  const stay = () => {
    blocker.reset?.()
    answer?.give(false)
    setAnswer(null)
  }
  const go = () => {
    leaving.current = true
    blocker.proceed?.()
    answer?.give(true)
    setAnswer(null)
  }
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked' || answer !== null}
      // The dialog closes after a yes too.
      onOpenChange={(open) => !open && !leaving.current && stay()}
      title={text.unsaved}
      description={text.why}
      confirm={text.leave}
      onConfirm={go}
    />
  )
}
