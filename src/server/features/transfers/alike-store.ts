import { and, eq, ne, not, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import type { TransferRow } from './store.ts'
import { transfers } from './tables.ts'

/** Rows that wait for the same word of a person as this one: they go on together. */

type Asked = Pick<TransferRow, 'id' | 'userId' | 'errorMessage' | 'snapshot'>

/** Of the same client, in the customer queue. */
export async function startOfSameClient(db: Db, row: Asked, how: { askedWhileOff: boolean; now: Date }): Promise<void> {
  const client = (row.snapshot?.headOffice ?? row.snapshot?.client)?.uuid
  if (!client) return
  const clientOf = sql`coalesce(${transfers.snapshot}->'headOffice'->>'uuid', ${transfers.snapshot}->'client'->>'uuid')`
  const waits = and(eq(transfers.status, 'pending'), eq(transfers.pendingReason, 'ambiguous_customer'))
  await start(db, row, and(waits, eq(clientOf, client)), how)
}

/** That miss the same products: they say so in the same words. */
export async function startMissingTheSame(db: Db, row: Asked, how: { askedWhileOff: boolean; now: Date }): Promise<void> {
  if (row.errorMessage === null) return
  const failed = and(eq(transfers.status, 'failed'), eq(transfers.errorCode, 'product_missing'))
  await start(db, row, and(failed, eq(transfers.errorMessage, row.errorMessage)), how)
}

async function start(db: Db, row: Asked, which: SQL | undefined, how: { askedWhileOff: boolean; now: Date }): Promise<void> {
  await db
    .update(transfers)
    .set({
      status: 'queued',
      pendingReason: null,
      nextAttemptAt: null,
      attempts: 0,
      errorCode: null,
      errorMessage: null,
      askedWhileOff: how.askedWhileOff,
      updatedAt: how.now,
    })
    .where(and(eq(transfers.userId, row.userId), ne(transfers.id, row.id), not(transfers.skipTransfer), which))
}
