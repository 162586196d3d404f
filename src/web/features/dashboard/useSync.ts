import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { VENDORS } from '#shared/contracts/connections'
import { syncNow } from '#shared/contracts/intake'
import { useMay } from '../../lib/access/may.tsx'
import { ApiError, call } from '../../lib/api.ts'
import { afterWrite } from '../../lib/live.ts'
import { toast } from '../../ui/toast-store.ts'
import type { SystemStatus } from './dashboard-state.ts'
import {
  afterConnecting,
  autoHideAfter,
  failureToast,
  problemIn,
  problemOf,
  SYNC_DONE,
  SYNC_STEPS,
  syncFailed,
  type Notification,
  type SyncProblem,
} from './sync-state.ts'
import { text } from './text.ts'

/**
 * Pause in ms before a new notification, so that users notice it and screen readers announce it.
 */
const RESTART_MS = 100

class SyncRefused extends Error {
  readonly problem: SyncProblem
  constructor(problem: SyncProblem) {
    super(problem.message)
    this.problem = problem
  }
}

type Change = Partial<Omit<Notification, 'id'>>

export function useSync(system: SystemStatus | undefined) {
  const navigate = useNavigate()
  const [notifications, setNotifications] = useState<readonly Notification[]>([])
  const [failedAt, setFailedAt] = useState<number | null>(null)
  const [counts, setCounts] = useState({ succeeded: 0, failed: 0 })
  const [lastSync, setLastSync] = useState<string | null>(null)
  const nextId = useRef(1)
  const restarting = useRef<number | undefined>(undefined)

  const dismiss = (id: number) => setNotifications((all) => all.filter((one) => one.id !== id))
  const add = (change: Change): number => {
    const id = nextId.current++
    const fresh: Notification = {
      id,
      status: 'idle',
      title: '',
      message: '',
      timestamp: new Date().toISOString(),
      ...change,
    }
    setNotifications((all) => [...all, fresh])
    return id
  }
  const update = (id: number, change: Change) =>
    setNotifications((all) =>
      all.map((one) =>
        one.id === id ? { ...one, ...change, timestamp: new Date().toISOString() } : one,
      ),
    )

  const may = useMay()
  const mutation = useMutation({
    mutationFn: async (id: number) => {
      update(id, SYNC_STEPS.fetching)
      const answer = await call(syncNow, {})
      const problem = problemIn(answer)
      if (problem) throw new SyncRefused(problem)
      update(id, SYNC_STEPS.processing)
      await afterWrite(syncNow)()
      return answer.message
    },
    onSuccess: (message, id) => {
      update(id, SYNC_DONE)
      setFailedAt(null)
      setCounts(({ succeeded, failed }) => ({ succeeded: succeeded + 1, failed }))
      setLastSync(new Date().toISOString())
      toast({ title: text.sync.done, description: message })
    },
    onError: (error, id) => {
      const problem = error instanceof SyncRefused ? error.problem : problemOf(error)
      const { change, extra } = syncFailed(problem)
      update(id, change)
      if (extra) add(extra)
      setFailedAt(Date.now())
      setCounts(({ succeeded, failed }) => ({ succeeded, failed: failed + 1 }))
      // For an expired session, the toast "Token utløpt" is already visible and says more.
      if (error instanceof ApiError && error.code === 'unauthenticated') return
      const { title, description, configure, needs } = failureToast(problem)
      const variant = 'destructive'
      // The notification says whom to ask.
      if (needs && !may(needs)) return toast({ title, variant })
      const action = configure && {
        label: text.goToConfiguration,
        run: () => void navigate(configure),
      }
      toast({ title, description, variant, ...(action ? { action } : {}) })
    },
  })

  const start = () => mutation.mutate(add(SYNC_STEPS.start))
  const latestStart = useRef(start)
  useEffect(() => {
    latestStart.current = start
  })
  useEffect(() => () => window.clearTimeout(restarting.current), [])
  // A sync can discover expired access before the poll does. Therefore a system counts as
  // reconnected only if a poll has shown it as disconnected first.
  const [seen, setSeen] = useState(system)
  if (seen !== system) {
    setSeen(system)
    for (const vendor of VENDORS)
      if (system?.[`${vendor}Connected`] && seen?.[`${vendor}Connected`] === false)
        setNotifications((all) => afterConnecting(all, vendor))
  }
  const retry = (id: number) => {
    dismiss(id)
    window.clearTimeout(restarting.current)
    restarting.current = window.setTimeout(() => latestStart.current(), RESTART_MS)
  }
  return {
    notifications,
    dismiss,
    start,
    retry,
    syncing: mutation.isPending,
    failedAt,
    counts,
    lastSync,
  }
}

export type Sync = ReturnType<typeof useSync>

export function useAutoHide(notification: Notification, dismiss: (id: number) => void): void {
  const after = autoHideAfter(notification)
  const { id } = notification
  const latestDismiss = useRef(dismiss)
  useEffect(() => {
    latestDismiss.current = dismiss
  })
  useEffect(() => {
    if (after === null) return
    const timer = setTimeout(() => latestDismiss.current(id), after)
    return () => clearTimeout(timer)
  }, [after, id])
}
