import { PRICE_RUN } from '#shared/contracts/products/price-sync'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { recordActivity } from '../../activity-log/record.ts'
import { recordPriceSync } from '../../configuration/price-sync-settings.ts'
import type { TaskKind } from '../../tasks/kind.ts'
import { startTask } from '../../tasks/start-task.ts'
import { compareLists } from '../comparison/read-comparison.ts'
import { writePlanned } from '../planned/write-planned.ts'
import { planPrices } from './plan-prices.ts'
import { itemsOf, outcomeOfLeft } from './price-items.ts'

/**
 * The maximum number of prices per run, higher than any user's number of products, because all
 * prices can rise on one day.
 */
export const MOST_PRICES = 100_000

export interface RunParameters extends Record<string, unknown> {
  slug: string
  unlisted: number
}

export const priceRun: TaskKind<RunParameters> = {
  name: PRICE_RUN,
  waitsForConnections: true,
  activity: 'integration',
  topics: ['products'],
  mostItems: MOST_PRICES,
  inBackground: true,
  read: ({ slug, unlisted }) => ({ slug: String(slug), unlisted: Number(unlisted) }),
  title: () => 'Automatisk prissynkronisering',
  done: ({ unlisted }, count) =>
    `${prices(count)} er endret${unlisted > 0 ? `, ${unlisted} til er ikke endret og ikke listet` : ''}`,
  where: 'Hver pris står under «Tidligere kjøringer» på Produktsynkronisering.',
  run: async (platform, work) =>
    outcomeOfLeft(work.subject) ?? (await writePlanned(platform, work, 'price_run')),
}

export const prices = (count: number) => (count === 1 ? '1 pris' : `${count} priser`)

/**
 * Starts a run, using lists that have just been read. If the process is killed before the run is
 * recorded, a new run is planned when the task is over, and finds only the changes that the task
 * has not made.
 */
export async function startPriceRun(
  platform: Platform,
  companyId: string,
  slug: string,
): Promise<void> {
  const { db, clock } = platform
  const at = instant(clock)
  const { matchedProducts } = await compareLists(db, companyId, slug)
  const { items, unlisted } = itemsOf(planPrices(matchedProducts))
  const parameters = { slug, unlisted }
  if (items.length > 0)
    await startTask(platform, companyId, {
      actor: null,
      kind: priceRun,
      parameters,
      items,
      rule: PRICE_RUN,
    })
  await db.transaction(async (tx) => {
    await recordPriceSync(tx, companyId, at)
    if (items.length > 0) return
    await recordActivity(tx, {
      companyId,
      actor: null,
      type: 'integration',
      action: 'price_sync',
      success: true,
      at,
      description: 'Automatisk prissynkronisering: ingen priser var ulike.',
    })
  })
  platform.live.publish(companyId, 'products', 'configuration', 'activity')
}
