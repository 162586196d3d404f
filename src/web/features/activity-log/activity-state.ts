import type { AnswerOf } from '#shared/contract'
import type { Vendor } from '#shared/contracts/connections'
import type { readSystemStatus } from '#shared/contracts/overview'
import type { Tone } from '../../ui/StatusChip.tsx'
import { text } from './text.ts'

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
  /** The text below when all is well. */
  detail: { kind: 'text'; text: string } | { kind: 'webhook'; at: string | null }
  /** Where it is fixed, and what that is called when it is one act. */
  href: string
  fix?: string
}

/** The status cards of the log screen: both systems, the webhook, and the switch. */
export function systemCards(status: AnswerOf<typeof readSystemStatus>): SystemCard[] {
  const statusOf = { servicem8: status.servicem8Status, fiken: status.fikenStatus }
  const system = (key: Vendor, name: string, account: string | null): SystemCard => ({
    key,
    name,
    ok: statusOf[key] === 'connected',
    word: {
      connected: text.connected,
      reauth_required: text.expired,
      disconnected: text.disconnected,
    }[statusOf[key]],
    detail: { kind: 'text', text: account ?? '' },
    href: `/configuration#${key}`,
  })
  // Switched on, but nothing runs: no company is chosen, or a system is disconnected.
  const lacking =
    statusOf.servicem8 !== 'connected'
      ? 'servicem8'
      : statusOf.fiken !== 'connected' || status.needsCompany
        ? 'fiken'
        : null
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
      detail: { kind: 'text', text: text.integrationOn[status.jobFetchType] },
      href: `/configuration#${paused ? lacking : 'integrasjon'}`,
      ...(status.isActive && lacking === 'fiken' && status.needsCompany
        ? { fix: text.chooseCompany }
        : {}),
    },
  ]
}
