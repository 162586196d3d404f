import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import type { LaneQueue } from '../../platform/queue/queue.ts'
import { dueUsers, isUserDue } from '../appointments/due.ts'
import { scopesOf } from '../mirrors/schedule.ts'
import { refreshLists } from './comparison/refresh.ts'
import {
  askRefresh,
  backlogOfRefreshes,
  readRefresh,
  usersToRefresh,
} from './comparison/refresh-store.ts'
import { PRICE_RUNS } from './price-sync/due-store.ts'
import { startPriceRun } from './price-sync/price-run.ts'
import { PRODUCT_LISTS } from './queue-name.ts'

/**
 * Creates the queue that reads product lists, for a screen or at the start of an automatic price
 * synchronisation. Each user has one lane, so that a list is not read twice at the same time.
 */
export function productListQueue(platform: Platform): LaneQueue {
  const { db, clock } = platform
  return {
    name: PRODUCT_LISTS,
    concurrency: 2,
    longestRunMs: 10 * 60_000,
    drain: async (userId, signal) => {
      const now = instant(clock)
      const pricesAreDue = await isUserDue(db, PRICE_RUNS, now, userId)
      if (pricesAreDue) await askRefresh(db, userId, now)
      await refreshLists(platform, userId, signal)
      if (pricesAreDue) await runPrices(platform, userId, now)
    },
    due: async (limit) => {
      const asked = await usersToRefresh(db, limit)
      const pricesDue = await dueUsers(db, PRICE_RUNS, instant(clock), limit)
      return [...new Set([...asked, ...pricesDue])]
    },
    backlog: () => backlogOfRefreshes(db, instant(clock)),
  }
}

/**
 * Starts a price run.
 * @param since the time when the lists were requested; lists read earlier are not used
 */
async function runPrices(platform: Platform, userId: string, since: Date): Promise<void> {
  const refresh = await readRefresh(platform.db, userId)
  const { slug } = await scopesOf(platform.db, userId)
  const isRead = refresh?.problem === null && refresh.endedAt !== null && refresh.endedAt >= since
  if (isRead && slug !== null) await startPriceRun(platform, userId, slug)
}
