import type { Recurring } from '#server/features/appointments/due'
import { everybody, readTimes } from '#server/features/appointments/store'
import type { Db } from '#server/platform/database/database'

/** Returns all users whose recurring work is due, longest wait first. */
export async function companiesDue(db: Db, { times }: Recurring, now: Date): Promise<string[]> {
  const read = await readTimes(db, times(now, everybody))
  return read.filter(({ since }) => since <= now).map(({ companyId }) => companyId)
}
