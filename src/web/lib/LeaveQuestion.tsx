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
  /** True when there are changes that the user must save or discard. */
  when: boolean
  /** True when an autosave is pending, which leaving then completes without a question. */
  saving: boolean
  flush: () => Promise<boolean>
}

/** Asks before unsaved changes are lost. When the page itself is closed, the browser asks. */
export function LeaveQuestion({ when, saving, flush }: LeaveQuestionProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when && currentLocation.pathname !== nextLocation.pathname,
  )
  /** The pending promise of a `mayLeave` caller that leaves the page without a link. */
  const [answer, setAnswer] = useState<{ give: (yes: boolean) => void } | null>(null)
  const leaving = useRef(false)
  // A single listener for as long as there are unsaved changes. useBeforeUnload() registers its
  // listener again with every render, and a tab closed in between would close without a question.
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
