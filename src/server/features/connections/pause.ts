import type { Db } from '../../platform/database/database.ts'
import { clearPauses, setPause } from './store.ts'

/**
 * Pauses all work on the lane until the given time, after which the vendor is tried again. A null
 * time ends the pause (decision 0012).
 */
export async function pauseLane(db: Db, lane: string, until: Date | null): Promise<void> {
  await setPause(db, lane, until)
}

export async function endPauses(db: Db, now: Date): Promise<number> {
  return clearPauses(db, now)
}
