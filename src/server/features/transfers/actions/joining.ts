import { WAITS_FOR_A_YES } from '#shared/transfer-status'
import type { Db } from '../../../platform/database/database.ts'
import { transfersByIds } from './bulk-store.ts'
import { collectiveOf } from '../screens/collective-store.ts'

/**
 * Returns those of these transfers, by id, that begin to wait for their customer's collective draft when a
 * person says yes to them (decision 0054).
 */
export async function joiningOf(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = (await transfersByIds(db, userId, ids)).filter(
    ({ status, pendingReason }) => status === 'pending' && WAITS_FOR_A_YES.includes(pendingReason),
  )
  const collective = await collectiveOf(db, userId, rows)
  return new Set(rows.flatMap(({ id }) => (collective.get(id)?.stands === 'outside' ? [id] : [])))
}
