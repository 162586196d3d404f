import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import type { LaneQueue } from '../../platform/queue/queue.ts'
import { dueCompanies, isCompanyDue } from '../appointments/due.ts'
import { scopesOf } from '../mirrors/schedule.ts'
import { refreshLists } from './comparison/refresh.ts'
import {
  askRefresh,
  backlogOfRefreshes,
  readRefresh,
  companiesToRefresh,
} from './comparison/refresh-store.ts'
import { PRICE_RUNS } from './price-sync/due-store.ts'
import { startPriceRun } from './price-sync/price-run.ts'
import { PRODUCT_LISTS } from './queue-name.ts'

/**
 * Creates the queue that reads product lists, for a screen or at the start of an automatic price
 * synchronisation. Each company has one lane, so that a list is not read twice at the same time.
 */
export function productListQueue(platform: Platform): LaneQueue {
  const { db, clock } = platform
  return {
    name: PRODUCT_LISTS,
    concurrency: 2,
    longestRunMs: 10 * 60_000,
    drain: async (companyId, signal) => {
      const now = instant(clock)
      const pricesAreDue = await isCompanyDue(db, PRICE_RUNS, now, companyId)
      if (pricesAreDue) await askRefresh(db, companyId, now)
      await refreshLists(platform, companyId, signal)
      if (pricesAreDue) await runPrices(platform, companyId, now)
    },
    due: async (limit) => {
      const asked = await companiesToRefresh(db, limit)
      const pricesDue = await dueCompanies(db, PRICE_RUNS, instant(clock), limit)
      return [...new Set([...asked, ...pricesDue])]
    },
    backlog: () => backlogOfRefreshes(db, instant(clock)),
  }
}

/**
 * Starts a price run.
 * @param since the time when the lists were requested; lists read earlier are not used
 */
async function runPrices(platform: Platform, companyId: string, since: Date): Promise<void> {
  const refresh = await readRefresh(platform.db, companyId)
  const { slug } = await scopesOf(platform.db, companyId)
  const isRead = refresh?.problem === null && refresh.endedAt !== null && refresh.endedAt >= since
  if (isRead && slug !== null) await startPriceRun(platform, companyId, slug)
}
