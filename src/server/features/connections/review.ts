import { VENDORS } from '#shared/contracts/connections'
import type { Db } from '../../platform/database/database.ts'
import { passwordSetByLinkAt } from '../auth/queries.ts'
import { connectionsOf } from './queries.ts'

/** What the account of a user is connected to, and whether it should be looked at after a reset. */
export async function connectionReview(db: Db, userId: string) {
  const at = await passwordSetByLinkAt(db, userId)
  const of = await connectionsOf(db, userId)
  return {
    resetAt: at?.toISOString() ?? null,
    connections: VENDORS.flatMap((vendor) => {
      const connection = of[vendor]
      return connection && connection.status !== 'disconnected'
        ? [{ vendor, accountName: connection.accountName }]
        : []
    }),
  }
}
