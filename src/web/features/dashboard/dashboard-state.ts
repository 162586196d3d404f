import type { AnswerOf } from '#shared/contract'
import type { Vendor } from '#shared/contracts/connections'
import type { DailyFigures, readSystemStatus, readStats } from '#shared/contracts/overview'
import type { Transfer } from '#shared/contracts/transfers/row'
import { formatDate, formatDateTime, formatTime } from '#shared/dates'
import { missingTone } from '../../lib/missing-tone.ts'
import { text } from './text.ts'

export type Stats = AnswerOf<typeof readStats>
export type SystemStatus = AnswerOf<typeof readSystemStatus>
export type Panel = 'failed' | 'pending'

export const NO_STATS: Stats = { total: 0, successful: 0, pending: 0, failed: 0 }

export function firstAct(shown: {
  grantsSaid: number
  isSetUp: boolean
  waiting: number
  leadHasStep: boolean
  firstDraft: boolean
}): 'banner' | 'setup' | 'question' | 'lead' | 'firstDraft' | 'sync' {
  if (shown.grantsSaid > 0) return 'banner'
  if (!shown.isSetUp) return 'setup'
  if (shown.waiting > 0) return 'question'
  if (shown.leadHasStep) return 'lead'
  return shown.firstDraft ? 'firstDraft' : 'sync'
}

/**
 * Returns the cards with the counts. Only the failed and the pending card open a panel, and only if
 * there are such transfers.
 * @param waitingForSet number of pending jobs that wait for their customer's collective draft;
 * these need no action
 */
export function statCards(
  stats: Stats,
  waitingForSet: number,
): {
  key: 'total' | 'successful' | Panel
  label: string
  count: number
  tone: 'bad' | 'wait' | null
  opens: Panel | null
}[] {
  return [
    { key: 'total', label: text.total, count: stats.total, tone: null, opens: null },
    { key: 'successful', label: text.successful, count: stats.successful, tone: null, opens: null },
    {
      key: 'pending',
      label: text.pending,
      count: stats.pending,
      tone: stats.pending > waitingForSet ? 'wait' : null,
      opens: stats.pending > 0 ? 'pending' : null,
    },
    {
      key: 'failed',
      label: text.failed,
      count: stats.failed,
      tone: stats.failed > 0 ? 'bad' : null,
      opens: stats.failed > 0 ? 'failed' : null,
    },
  ]
}

const PANEL_STATUSES: Record<Panel, readonly string[]> = {
  failed: ['failed'],
  pending: ['pending', 'queued', 'processing'],
}

export function statusFilter(panel: Panel): string {
  return PANEL_STATUSES[panel].join(',')
}

/** Returns the rows that still belong in the panel; a row leaves when its status changes. */
export function panelRows(rows: readonly Transfer[], panel: Panel): Transfer[] {
  return rows.filter((row) => PANEL_STATUSES[panel].includes(row.status))
}

/** Returns the connections' summary; an integration that is off or paused is not "active". */
export function connectionOf(system: SystemStatus): {
  word: string
  tone: 'ok' | 'wait' | ReturnType<typeof missingTone>
  live: boolean
} {
  const { servicem8Status, fikenStatus, webhookActive } = system
  if (servicem8Status === 'disconnected' && fikenStatus === 'disconnected' && !webhookActive)
    return { word: text.disconnected, tone: missingTone(system), live: false }
  if (!system.servicem8Connected || !system.fikenConnected || !system.webhookActive) {
    return { word: text.partlyConnected, tone: 'wait', live: false }
  }
  if (system.isActive && system.needsCompany)
    return { word: text.paused, tone: 'wait', live: false }
  return {
    word: system.isActive ? text.allConnected : text.connected,
    tone: 'ok',
    live: system.isActive,
  }
}

export interface SystemLine {
  word: string
  ok: boolean
  /** The label of the link to what is missing; null when nothing is missing. */
  step: string | null
}

/** Returns a system's status line; expired access is distinct from a system never connected. */
export function systemLine(system: SystemStatus, vendor: Vendor): SystemLine {
  const status = vendor === 'fiken' ? system.fikenStatus : system.servicem8Status
  if (status === 'reauth_required')
    // The banner above the screen has the button for an expired access.
    return { word: text.expired, ok: false, step: null }
  if (status === 'disconnected') return { word: text.disconnected, ok: false, step: text.connect }
  // Before the integration is on, the setup list asks for the company.
  const paused = vendor === 'fiken' && system.isActive && system.needsCompany
  return { word: text.connected, ok: true, step: paused ? text.chooseCompany : null }
}

/** Returns the time of the last webhook; without one, the time of the newest transfer, if any. */
export function lastActivityOf(
  { lastWebhookTime }: SystemStatus,
  newest: Pick<Transfer, 'createdAt'> | undefined,
  now: Date,
): string {
  const at = lastWebhookTime || newest?.createdAt
  if (!at) return text.noActivity
  const when = formatDate(at) === formatDate(now) ? formatTime(at) : formatDateTime(at)
  return lastWebhookTime ? when : text.lastTransfer(when)
}

export function transferredToday(days: readonly DailyFigures[] | undefined): number | null {
  return days?.at(-1)?.transferred ?? null
}
