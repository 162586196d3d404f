import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Recurring } from '../appointments/due.ts'
import { configurationOf } from '../configuration/queries.ts'
import { connectionsOf } from '../connections/queries.ts'
import { saveCursor, timesOfRefreshes } from './cursor-store.ts'

const EVERY_MS = 15 * 60_000
/**
 * The interval while the integration is off, when only the customers and products screens use the
 * mirrors.
 */
const EVERY_MS_WHEN_OFF = 12 * 60 * 60_000
const AGAIN_MS = 3 * 60_000
/**
 * The period over which the companies' refreshes are spread, so that they do not all start in the
 * same second.
 */
const SPREAD_SECONDS = 120

/**
 * Returns the account and the company that the mirrors copy. A change of either makes the user's
 * mirrors due.
 */
export async function scopesOf(
  db: Db,
  companyId: string,
): Promise<{ account: string | null; slug: string | null; key: string }> {
  const { servicem8, fiken } = await connectionsOf(db, companyId)
  const configuration = await configurationOf(db, companyId)
  const account = servicem8?.status === 'connected' ? servicem8.account : null
  const chosen = configuration.requiresCompanySelection ? null : configuration.fikenCompanySlug
  const slug = fiken?.status === 'connected' ? chosen : null
  return { account, slug, key: `${account ?? ''}|${slug ?? ''}` }
}

/**
 * Records a run over all mirrors, even a failed run, so that an unavailable vendor is not contacted
 * at every check.
 */
export async function recordRun(
  platform: Platform,
  companyId: string,
  run: { key: string; cutShort: boolean },
): Promise<void> {
  const at = new Date(platform.clock.now() - (run.cutShort ? EVERY_MS - AGAIN_MS : 0))
  await saveCursor(platform.db, companyId, 'refresh', '', { cursor: run.key, completedAt: at })
}

export const REFRESHES: Recurring = {
  work: 'mirror',
  times: (now, among) =>
    timesOfRefreshes(now, among, {
      on: EVERY_MS,
      off: EVERY_MS_WHEN_OFF,
      spreadSeconds: SPREAD_SECONDS,
    }),
}
