import type { Db } from '../../platform/database/database.ts'
import { lastEventAt, sweepOf } from './store.ts'

/** When ServiceM8 last told us something, and when we last asked by ourselves. */
export async function lastContact(db: Db, userId: string): Promise<{ webhookAt: Date | null; sweptAt: Date | null }> {
  const [webhookAt, sweep] = [await lastEventAt(db, userId), await sweepOf(db, userId)]
  return { webhookAt, sweptAt: sweep?.lastAt ?? null }
}
