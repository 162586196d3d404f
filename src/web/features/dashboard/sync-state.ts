import { VENDORS, type Vendor } from '#shared/contracts/connections'
import { ApiError } from '../../lib/api.ts'
import type { SystemStatus } from './dashboard-state.ts'
import { text } from './text.ts'

/**
 * The manual sync as pure steps: what is shown on the way, and what follows from a failure.
 */

export type NotificationStatus =
  'idle' | 'syncing' | 'fetching' | 'processing' | 'uploading' | 'success' | 'error' | 'partial'

export interface Notification {
  id: number
  status: NotificationStatus
  title: string
  message: string
  /** 0–100; absent = no progress bar. */
  progress?: number
  details?: string
  /** ISO instant. */
  timestamp: string
  autoHide?: boolean
  /** Milliseconds until it is dismissed automatically. */
  duration?: number
  /** The system whose access was missing: once it is there, the failure is history. */
  lacks?: Vendor | undefined
}

export const NOTIFICATION_MS = 5000
const SYNC_SUCCESS_MS = 3000

/**
 * Milliseconds until a notification is dismissed, or null: only successes do, errors stay until
 * dismissed.
 */
export function autoHideAfter(notification: Notification): number | null {
  if (notification.status !== 'success' || notification.autoHide === false) return null
  return notification.duration ?? NOTIFICATION_MS
}

type Change = Partial<Omit<Notification, 'id'>>

export const SYNC_STEPS = {
  start: { status: 'syncing', title: text.sync.title, message: text.sync.starting, progress: 0 },
  fetching: { status: 'fetching', message: text.sync.fetching, progress: 30 },
  processing: { status: 'processing', message: text.sync.processing, progress: 70 },
} as const satisfies Record<string, Change>

/** How it ended the toast says; the notification fills its bar and goes. */
export const SYNC_DONE = {
  status: 'success',
  message: text.sync.ended,
  progress: 100,
  autoHide: true,
  duration: SYNC_SUCCESS_MS,
} as const satisfies Change

/** What the server's answer may say of a sync, whether it came as a success or as an error. */
export interface SyncProblem {
  message: string
  action: string
  network: boolean
}

/** The problem in an answer that was a success in form only, or null. */
export function problemIn(answer: {
  message?: string | undefined
  error?: string | undefined
  action?: string | undefined
}): SyncProblem | null {
  if (!answer.error && !answer.action) return null
  return {
    message: answer.message || answer.error || text.sync.unknown,
    action: answer.action ?? '',
    network: false,
  }
}

export function problemOf(error: unknown): SyncProblem {
  if (!(error instanceof ApiError))
    return { message: text.sync.unknown, action: '', network: false }
  if (error.status === 0) return { message: text.sync.networkWhy, action: '', network: true }
  const { action, error: reason } = error.answer
  // A dead grant may come as a 401 whose code is the action (rule 14).
  const named = typeof action === 'string' ? action : error.code
  return {
    message: error.text || (typeof reason === 'string' && reason) || text.sync.unknown,
    action: named,
    network: false,
  }
}

/** The notifications once a system is connected again: what failed for want of it is over. */
export const afterConnecting = (all: readonly Notification[], vendor: Vendor) =>
  all.filter(({ lacks }) => lacks !== vendor)

/**
 * The toast for a failed sync; the first four send the user to the card of the system that must be
 * approved.
 */
export function failureToast(problem: SyncProblem): {
  title: string
  description: string
  configure: string | null
} {
  if (problem.network)
    return { title: text.sync.network, description: text.sync.networkWhy, configure: null }
  switch (problem.action) {
    case 'reauthorize_servicem8':
      return {
        title: text.sync.reauthServicem8,
        description: text.sync.reauthServicem8Why,
        configure: '/configuration#servicem8',
      }
    case 'reauthorize_fiken':
      return {
        title: text.sync.reauthFiken,
        description: text.sync.reauthFikenWhy,
        configure: '/configuration#fiken',
      }
    case 'authorize_servicem8':
      return {
        title: text.sync.authServicem8,
        description: text.sync.authServicem8Why,
        configure: '/configuration#servicem8',
      }
    case 'authorize_fiken':
      return {
        title: text.sync.authFiken,
        description: text.sync.authFikenWhy,
        configure: '/configuration#fiken',
      }
    default:
      return { title: text.sync.error, description: problem.message, configure: null }
  }
}

/**
 * The notifications that a failure leaves: the sync's own, and for an expired ServiceM8 grant one
 * more.
 */
export function syncFailed(problem: SyncProblem): { change: Change; extra: Change | null } {
  const lacks = VENDORS.find((vendor) => problem.action.endsWith(`authorize_${vendor}`))
  const change: Change = {
    status: 'error',
    title: text.sync.failed,
    message: problem.message,
    progress: undefined,
    lacks,
  }
  if (problem.action !== 'reauthorize_servicem8') return { change, extra: null }
  return {
    change,
    extra: {
      status: 'error',
      lacks,
      title: text.sync.reauthServicem8,
      message: text.sync.reauthServicem8Why,
    },
  }
}

export type Indicator =
  | 'connected'
  | 'switched_off'
  | 'paused'
  | 'expired'
  | 'disconnected'
  | 'reconnecting'
  | 'syncing'
  | 'error'

interface IndicatorInput {
  syncing: boolean
  /** When a manual sync last failed (ms), if none has succeeded since. */
  failedAt: number | null
  /** The last answer of the 30-second poll, and when it came (ms). */
  poll:
    Pick<SystemStatus, 'servicem8Status' | 'fikenStatus' | 'isActive' | 'needsCompany'> | undefined
  polledAt: number
  pollFailed: boolean
}

/**
 * The sync indicator: a running sync first, then a failed one until the next poll, then what the
 * poll says. Of systems that are connected while the integration is off, or paused until a company
 * is chosen, it does not say that they are active. An expired grant is "Ikke konfigurert", with the
 * reason beside it.
 */
export function indicatorOf({
  syncing,
  failedAt,
  poll,
  polledAt,
  pollFailed,
}: IndicatorInput): Indicator {
  if (syncing) return 'syncing'
  if (failedAt !== null && failedAt >= polledAt) return 'error'
  if (pollFailed) return 'disconnected'
  if (!poll) return 'reconnecting'
  const statuses = [poll.servicem8Status, poll.fikenStatus]
  if (statuses.includes('reauth_required')) return 'expired'
  if (statuses.includes('disconnected')) return 'disconnected'
  if (!poll.isActive) return 'switched_off'
  return poll.needsCompany ? 'paused' : 'connected'
}

/** The later of two instants, for "last synchronised". */
export function latest(a: string | null | undefined, b: string | null | undefined): string | null {
  if (!a || !b) return a || b || null
  return Date.parse(a) > Date.parse(b) ? a : b
}
