import { VENDOR_NAMES } from '#shared/access/vendor-names'
import type { AnswerOf } from '#shared/contract'
import type { Activity } from '#shared/contracts/activity-log'
import type { Vendor } from '#shared/contracts/connections'
import type { readSystemStatus } from '#shared/contracts/overview'
import type { Tone } from '../../ui/StatusChip.tsx'
import { text } from './text.ts'

/** Returns the label of a log row's result; null means a row without a result. */
export function resultOf(success: boolean | null): { word: string; tone: Tone } {
  if (success === null) return { word: 'Info', tone: 'info' }
  return success ? { word: text.succeeded, tone: 'ok' } : { word: text.failed, tone: 'bad' }
}

/** The number of rows on each card of the unfiltered log. */
export const ON_CARD = { errors: 5, webhooks: 10, latest: 10 }

/** Returns a card's rows without those on the card of errors, so that an error is shown once. */
export function withoutErrors(
  rows: readonly Activity[],
  errors: readonly Activity[],
  most: number,
): readonly Activity[] {
  const shown = new Set(errors.map(({ id }) => id))
  return rows.filter(({ id }) => !shown.has(id)).slice(0, most)
}

export interface SystemCard {
  key: Vendor | 'webhook' | 'integration'
  name: string
  ok: boolean
  word: string
  detail: { kind: 'text'; text: string } | { kind: 'webhook'; at: string | null }
  href: string
  fix?: string
}

export function systemCards(status: AnswerOf<typeof readSystemStatus>): SystemCard[] {
  const statusOf = { servicem8: status.servicem8Status, fiken: status.fikenStatus }
  const system = (key: Vendor, account: string | null): SystemCard => ({
    key,
    name: VENDOR_NAMES[key],
    ok: statusOf[key] === 'connected',
    word: {
      connected: 'Tilkoblet',
      reauth_required: 'Token utløpt',
      disconnected: 'Frakoblet',
    }[statusOf[key]],
    detail: { kind: 'text', text: account ?? '' },
    href: `/configuration#${key}`,
  })
  // The integration is on, but no company is chosen or a system is disconnected, so nothing runs.
  const lacking =
    statusOf.servicem8 !== 'connected'
      ? 'servicem8'
      : statusOf.fiken !== 'connected' || status.needsCompany
        ? 'fiken'
        : null
  const paused = status.isActive && lacking !== null
  return [
    system('servicem8', status.servicem8Account),
    system('fiken', status.fikenAccount),
    {
      key: 'webhook',
      name: 'Webhook',
      ok: status.webhookActive,
      word: status.webhookActive ? 'Aktiv' : 'Ikke aktiv',
      detail: { kind: 'webhook', at: status.lastWebhookTime },
      href: '/configuration#webhooks',
    },
    {
      key: 'integration',
      name: 'Automatisk overføring',
      ok: status.isActive && !paused,
      word: paused ? 'På pause' : status.isActive ? 'Slått på' : 'Slått av',
      detail: { kind: 'text', text: text.integrationOn[status.jobFetchType] },
      href: `/configuration#${paused ? lacking : 'integrasjon'}`,
      ...(status.isActive && lacking === 'fiken' && status.needsCompany
        ? { fix: 'Velg selskap i Fiken' }
        : {}),
    },
  ]
}
