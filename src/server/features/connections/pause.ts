import type { Db } from '../../platform/database/database.ts'
import { setPause } from './store.ts'

/**
 * A vendor does not answer: everything on the lane waits until then, and then probes. Null ends the
 * pause (decision 0012).
 */
export async function pauseLane(db: Db, lane: string, until: Date | null): Promise<void> {
  await setPause(db, lane, until)
}
