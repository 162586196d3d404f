import { instant } from '../../platform/clock.ts'
import { ago } from '../../platform/database/keep-for.ts'
import type { Platform } from '../../platform/platform.ts'
import { deleteOld } from './store.ts'
import { KEEP_FOR } from './rules.ts'

/** Deletes old rows as the privacy page promises. Returns the number of deleted rows by table. */
export async function clean({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
  const now = instant(clock)
  const gone: Record<string, number> = {}
  for (const [table, keep] of KEEP_FOR) {
    if (!('for' in keep)) continue
    const { name, count } = await deleteOld(db, table, keep, ago(now, keep.for))
    if (count > 0) gone[name] = (gone[name] ?? 0) + count
  }
  return gone
}
