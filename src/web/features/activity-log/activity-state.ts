import type { AnswerOf } from '#shared/contract'
import type { Activity } from '#shared/contracts/activity-log'
import type { readSystemStatus, Vendor } from '#shared/contracts/connections'
import type { Tone } from '../../ui/StatusChip.tsx'
import { text } from './text.ts'

const WEBHOOKS = 10
const ERRORS = 5
const LATEST = 10

/** About webhooks themselves, or brought about by one: the actions are named so (decision 26). */
function isOfWebhooks({ type, action }: Activity): boolean {
  return type === 'webhook' || action === 'job_status_changed' || action.startsWith('webhook_')
}

/** The three lists of the log screen (specification part 1 §2), each newest first. */
export function sections(rows: readonly Activity[]): { webhooks: Activity[]; errors: Activity[]; latest: Activity[] } {
  return {
    webhooks: rows.filter(isOfWebhooks).slice(0, WEBHOOKS),
    errors: rows.filter((row) => row.type === 'error' || row.success === false).slice(0, ERRORS),
    latest: rows.slice(0, LATEST),
  }
}

/** null is information, true succeeded, false failed. */
export function resultOf(success: boolean | null): { word: string; tone: Tone } {
  if (success === null) return { word: text.info, tone: 'info' }
  return success ? { word: text.succeeded, tone: 'ok' } : { word: text.failed, tone: 'bad' }
}

export interface SystemCard {
  key: 'servicem8' | 'fiken' | 'webhook' | 'integration'
  name: string
  ok: boolean
  word: string
  /** What is said below when it is well. */
  detail: { kind: 'text'; text: string } | { kind: 'webhook'; at: string | null }
  /** Where it is mended, and what that is called when it is one act. */
  href: string
  mend?: string
}

/** The status cards of the log screen: both systems, the webhook, and the switch. */
export function systemCards(status: AnswerOf<typeof readSystemStatus>): SystemCard[] {
  const statusOf = { servicem8: status.servicem8Status, fiken: status.fikenStatus }
  const system = (key: Vendor, name: string, account: string | null): SystemCard => ({
    key,
    name,
    ok: statusOf[key] === 'connected',
    word: { connected: text.connected, reauth_required: text.expired, disconnected: text.disconnected }[statusOf[key]],
    detail: { kind: 'text', text: account ?? '' },
    href: `/configuration#${key}`,
  })
  // Switched on, but nothing goes: no company is chosen, or a system is gone.
  const lacking =
    statusOf.servicem8 !== 'connected' ? 'servicem8' : statusOf.fiken !== 'connected' || status.needsCompany ? 'fiken' : null
  const paused = status.isActive && lacking !== null
  return [
    system('servicem8', 'ServiceM8', status.servicem8Account),
    system('fiken', 'Fiken', status.fikenAccount),
    {
      key: 'webhook',
      name: text.webhook,
      ok: status.webhookActive,
      word: status.webhookActive ? text.active : text.inactive,
      detail: { kind: 'webhook', at: status.lastWebhookTime },
      href: '/configuration#webhooks',
    },
    {
      key: 'integration',
      name: text.integration,
      ok: status.isActive && !paused,
      word: paused ? text.paused : status.isActive ? text.on : text.off,
      detail: { kind: 'text', text: text.integrationOn },
      href: `/configuration#${paused ? lacking : 'integrasjon'}`,
      ...(status.isActive && lacking === 'fiken' && status.needsCompany ? { mend: text.chooseCompany } : {}),
    },
  ]
}
