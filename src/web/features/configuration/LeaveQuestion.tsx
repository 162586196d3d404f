import { useRef } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { text } from './text.ts'

/** Asks before what is not saved is left behind; the browser asks in its own words when the page itself goes. */
export function LeaveQuestion({ when }: { when: boolean }) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname)
  const leaving = useRef(false)
  useBeforeUnload((event) => {
    if (when) event.preventDefault()
  })
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      // The dialog closes after a yes too.
      onOpenChange={(open) => !open && !leaving.current && blocker.reset?.()}
      title={text.vatNotSaved}
      description={text.leaveWhy}
      confirm={text.leave}
      onConfirm={() => {
        leaving.current = true
        blocker.proceed?.()
      }}
    />
  )
}
