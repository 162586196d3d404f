import type { AnswerOf } from '#shared/contract'
import type { readSystemStatus, readTokenStatus, Vendor } from '#shared/contracts/connections'
import { configurationOf } from '../configuration/read-configuration.ts'
import { lastContact } from '../webhooks/last-webhook.ts'
import type { Db } from '../../platform/database/database.ts'
import { VENDOR_NAMES } from './providers.ts'
import { connectionsOf, type Connection } from './read-connections.ts'
import { subscriptionIsActive } from './subscription-store.ts'

/** What the screens poll; asks no vendor. */
export async function systemStatus(db: Db, userId: string): Promise<AnswerOf<typeof readSystemStatus>> {
  const { servicem8, fiken } = await connectionsOf(db, userId)
  const { isActive, activatedAt, fikenCompanySlug, requiresCompanySelection } = await configurationOf(db, userId)
  const { webhookAt, sweptAt } = await lastContact(db, userId)
  const servicem8Status = servicem8?.status ?? 'disconnected'
  const fikenStatus = fiken?.status ?? 'disconnected'
  const servicem8Connected = servicem8Status === 'connected'
  const fikenConnected = fikenStatus === 'connected'
  return {
    servicem8Connected,
    fikenConnected,
    webhookActive: servicem8Connected && (await subscriptionIsActive(db, userId)),
    lastWebhookTime: webhookAt?.toISOString() ?? null,
    isActive,
    servicem8Status,
    fikenStatus,
    everActive: activatedAt !== null,
    needsCompany: fikenConnected && (requiresCompanySelection || !fikenCompanySlug),
    servicem8Account: nameOf(servicem8),
    fikenAccount: nameOf(fiken),
    lastSyncAt: sweptAt?.toISOString() ?? null,
  }
}

export async function tokenStatus(db: Db, userId: string): Promise<AnswerOf<typeof readTokenStatus>> {
  const { servicem8, fiken } = await connectionsOf(db, userId)
  const servicem8Status = servicem8?.status ?? 'disconnected'
  const fikenStatus = fiken?.status ?? 'disconnected'
  return {
    needsReauth: servicem8Status === 'reauth_required' || fikenStatus === 'reauth_required',
    servicem8Status,
    servicem8Message: messageOf('servicem8', servicem8),
    fikenStatus,
    fikenMessage: messageOf('fiken', fiken),
  }
}

function nameOf(connection: Connection | null): string | null {
  return connection && connection.status !== 'disconnected' ? connection.accountName : null
}

function messageOf(vendor: Vendor, connection: Connection | null): string {
  const name = VENDOR_NAMES[vendor]
  if (!connection || connection.status === 'disconnected') return `${name} er ikke tilkoblet`
  if (connection.problem) return connection.problem
  return connection.status === 'connected' ? `${name} er tilkoblet` : `${name} må kobles til på nytt`
}
