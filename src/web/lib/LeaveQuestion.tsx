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
  /** True when the user must save or discard the changes. */
  when: boolean
  /** True when an autosave is pending: the user is not asked, and it is saved now. */
  saving: boolean
  /** Saves the pending autosave; resolves to false when that failed. */
  flush: () => Promise<boolean>
}

/**
 * Asks before unsaved changes are left behind, whichever way the user leaves; the browser asks in
 * its own words when the page itself closes.
 */
export function LeaveQuestion({ when, saving, flush }: LeaveQuestionProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when && currentLocation.pathname !== nextLocation.pathname,
  )
  /** The pending answer for a caller of `mayLeave`, which leaves by other ways than a link. */
  const [answer, setAnswer] = useState<{ give: (yes: boolean) => void } | null>(null)
  const leaving = useRef(false)
  // One listener for as long as there are unsaved changes. Registered anew with every render, as
  // useBeforeUnload() does, it is missing for a moment each time, and a tab closed then asks
  // nothing.
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
      // The dialog also closes after a yes.
      onOpenChange={(open) => !open && !leaving.current && stay()}
      title={text.unsaved}
      description={text.why}
      confirm={text.leave}
      onConfirm={go}
    />
  )
}
