import type { Act } from '#shared/access/roles'
import { VENDOR_NAMES } from '#shared/access/vendor-names'
import { VENDORS, type Vendor } from '#shared/contracts/connections'
import { lastSyncText } from '#shared/dates'
import { ApiError } from '../../lib/api.ts'
import type { LinkStep } from '../transfers/link-step.ts'
import type { SystemStatus } from './dashboard-state.ts'
import { text } from './text.ts'

export type NotificationStatus =
  'idle' | 'syncing' | 'fetching' | 'processing' | 'uploading' | 'success' | 'error' | 'partial'

export interface Notification {
  id: number
  status: NotificationStatus
  title: string
  message: string
  /** The progress in percent (0–100); no progress bar is shown without a value. */
  progress?: number
  details?: string
  /** The time of the notification as an ISO timestamp. */
  timestamp: string
  autoHide?: boolean
  /** The time in ms until the notification is dismissed automatically. */
  duration?: number
  /** The system whose access was missing; once connected, the notification is removed. */
  lacks?: Vendor | undefined
  /** The step that gives access, where trying again does not help. */
  step?: LinkStep | undefined
}

export const NOTIFICATION_MS = 5000
const SYNC_SUCCESS_MS = 3000

/**
 * Returns the time in ms after which a success is hidden; null for anything else, because errors
 * stay until the user dismisses them.
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

export const SYNC_DONE = {
  status: 'success',
  message: text.sync.ended,
  progress: 100,
  autoHide: true,
  duration: SYNC_SUCCESS_MS,
} as const satisfies Change

export interface SyncProblem {
  message: string
  action: string
  network: boolean
}

/** Returns the problem reported in a response with a success status; null if there is none. */
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
  // Expired access can arrive as a 401 response whose error code is the action (rule 14).
  const named = typeof action === 'string' ? action : error.code
  return {
    message: error.text || (typeof reason === 'string' && reason) || text.sync.unknown,
    action: named,
    network: false,
  }
}

/** Removes the failures caused by a missing connection, once that system is connected. */
export const afterConnecting = (all: readonly Notification[], vendor: Vendor) =>
  all.filter(({ lacks }) => lacks !== vendor)

/** Returns the toast, with the place in the settings and the act that help. */
export function failureToast(problem: SyncProblem): {
  title: string
  description: string
  configure: string | null
  needs?: Act
} {
  const vendor = vendorIn(problem)
  if (problem.network)
    return { title: text.sync.network, description: text.sync.networkWhy, configure: null }
  if (!vendor) return { title: text.sync.error, description: problem.message, configure: null }
  const name = VENDOR_NAMES[vendor]
  const renews = problem.action.startsWith('re')
  return {
    title: (renews ? text.sync.reauth : text.sync.auth)(name),
    description: (renews ? text.sync.reauthWhy : text.sync.authWhy)(name),
    configure: `/configuration#${vendor}`,
    needs: `${renews ? 'renew' : 'connect'}_${vendor}`,
  }
}

const vendorIn = ({ action }: SyncProblem) =>
  VENDORS.find((vendor) => action.endsWith(`authorize_${vendor}`))

function stepTo(vendor: Vendor, action: string): LinkStep {
  const href = `/configuration#${vendor}`
  if (action.startsWith('authorize_'))
    return { label: text.sync.connect(VENDOR_NAMES[vendor]), href, needs: vendor }
  const label = text.leadApprove(VENDOR_NAMES[vendor])
  return { label, href, asks: vendor, cause: `${vendor}_grant_dead` }
}

/**
 * Returns the change for a failed sync, and another one if ServiceM8's access has expired. The last
 * of them has the step that helps.
 */
export function syncFailed(problem: SyncProblem): { change: Change; extra: Change | null } {
  const lacks = vendorIn(problem)
  const step = lacks && stepTo(lacks, problem.action)
  const change: Change = {
    status: 'error',
    title: text.sync.failed,
    message: problem.message,
    progress: undefined,
    lacks,
  }
  if (problem.action !== 'reauthorize_servicem8')
    return { change: { ...change, step }, extra: null }
  return {
    change,
    extra: {
      status: 'error',
      lacks,
      step,
      title: text.sync.reauth(VENDOR_NAMES.servicem8),
      message: text.sync.reauthWhy(VENDOR_NAMES.servicem8),
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
  /** The time in ms of the last manual sync if it failed; null if it succeeded. */
  failedAt: number | null
  /** The latest response of the 30-second poll; `polledAt` is its time in ms. */
  poll:
    Pick<SystemStatus, 'servicem8Status' | 'fikenStatus' | 'isActive' | 'needsCompany'> | undefined
  polledAt: number
  pollFailed: boolean
}

/**
 * Returns the state of the sync indicator: a running sync takes priority, then a failed sync until
 * the next poll, then the poll's response. Connected systems are not called active while the
 * integration is off or paused. Expired access shows "Ikke konfigurert" with the reason.
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

/**
 * Returns the text about the last synchronisation; null while the server has not said when that
 * was.
 */
export function lastSyncOf(
  own: string | null,
  system: Pick<SystemStatus, 'lastSyncAt'> | undefined,
  now: Date,
): string | null {
  const at = latest(own, system?.lastSyncAt)
  return at || system ? lastSyncText(at, now) : null
}

export function latest(a: string | null | undefined, b: string | null | undefined): string | null {
  if (!a || !b) return a || b || null
  return Date.parse(a) > Date.parse(b) ? a : b
}
