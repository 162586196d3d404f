import type { AnswerOf } from '#shared/contract'
import type { readTokenStatus, Vendor } from '#shared/contracts/connections'
import type { Db } from '../../platform/database/database.ts'
import { VENDOR_NAMES } from './providers.ts'
import { connectionsOf, type Connection } from './queries.ts'

export async function tokenStatus(
  db: Db,
  userId: string,
): Promise<AnswerOf<typeof readTokenStatus>> {
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

function messageOf(vendor: Vendor, connection: Connection | null): string {
  const name = VENDOR_NAMES[vendor]
  if (!connection || connection.status === 'disconnected') return `${name} er ikke tilkoblet`
  if (connection.problem) return connection.problem
  return connection.status === 'connected'
    ? `${name} er tilkoblet`
    : `${name} må kobles til på nytt`
}
