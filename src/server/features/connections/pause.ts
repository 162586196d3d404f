import type { Db } from '../../platform/database/database.ts'
import { clearPauses, setPause } from './store.ts'

/**
 * A vendor does not answer: everything on the lane waits until then, and then probes. Null ends the
 * pause (decision 0012).
 */
export async function pauseLane(db: Db, lane: string, until: Date | null): Promise<void> {
  await setPause(db, lane, until)
}

/** Fiken is tried now on every lane at rest; returns how many there were. */
export async function endPauses(db: Db, now: Date): Promise<number> {
  return clearPauses(db, now)
}
