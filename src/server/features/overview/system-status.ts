import type { AnswerOf } from '#shared/contract'
import type { readSystemStatus } from '#shared/contracts/overview'
import type { Db } from '../../platform/database/database.ts'
import { configurationOf } from '../configuration/queries.ts'
import { lastContact } from '../inbox/queries.ts'
import { connectionsOf, type Connection, subscriptionIsActive } from '../connections/queries.ts'

/** Returns the status of integration and connections, which the screens poll. Calls no vendor. */
export async function systemStatus(
  db: Db,
  companyId: string,
): Promise<AnswerOf<typeof readSystemStatus>> {
  const { servicem8, fiken } = await connectionsOf(db, companyId)
  const {
    isActive,
    activatedAt,
    fikenCompanySlug,
    requiresCompanySelection,
    jobFetchType,
    invoiceCreationMode,
  } = await configurationOf(db, companyId)
  const { webhookAt, sweptAt } = await lastContact(db, companyId)
  const servicem8Status = servicem8?.status ?? 'disconnected'
  const fikenStatus = fiken?.status ?? 'disconnected'
  const servicem8Connected = servicem8Status === 'connected'
  const fikenConnected = fikenStatus === 'connected'
  return {
    servicem8Connected,
    fikenConnected,
    webhookActive: servicem8Connected && (await subscriptionIsActive(db, companyId)),
    lastWebhookTime: webhookAt?.toISOString() ?? null,
    isActive,
    jobFetchType,
    invoiceCreationMode,
    servicem8Status,
    fikenStatus,
    everActive: activatedAt !== null,
    needsCompany: fikenConnected && (requiresCompanySelection || !fikenCompanySlug),
    servicem8Account: nameOf(servicem8),
    fikenAccount: nameOf(fiken),
    lastSyncAt: sweptAt?.toISOString() ?? null,
  }
}

function nameOf(connection: Connection | null): string | null {
  return connection && connection.status !== 'disconnected' ? connection.accountName : null
}
