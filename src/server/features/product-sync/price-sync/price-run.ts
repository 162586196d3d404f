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
import { outcomeOfLeft, partsOf } from './price-items.ts'

export interface RunParameters extends Record<string, unknown> {
  slug: string
  /** From 1, of `parts`: a task takes so many items only. */
  part: number
  parts: number
  /** Left alone too, beside the items. */
  unlisted: number
}

export const priceRun: TaskKind<RunParameters> = {
  name: PRICE_RUN,
  activity: 'integration',
  topics: ['products'],
  read: ({ slug, part, parts, unlisted }) => ({
    slug: String(slug),
    part: Number(part),
    parts: Number(parts),
    unlisted: Number(unlisted),
  }),
  title: ({ part, parts }) =>
    `Automatisk prissynkronisering${parts > 1 ? `, del ${part} av ${parts}` : ''}`,
  done: ({ unlisted }, count) =>
    `${prices(count)} er endret${unlisted > 0 ? `, ${unlisted} til er ikke endret og ikke listet` : ''}`,
  run: async (platform, work) =>
    outcomeOfLeft(work.subject) ?? (await writePlanned(platform, work, 'price_run')),
}

/** "1 pris", "25 priser". */
export const prices = (count: number) => (count === 1 ? '1 pris' : `${count} priser`)

/**
 * A run on lists that have just been read. Killed before it is recorded, it is planned anew when
 * its tasks are over, and finds only what they have not done.
 */
export async function startPriceRun(
  platform: Platform,
  userId: string,
  slug: string,
): Promise<void> {
  const { db, clock } = platform
  const at = instant(clock)
  const { matchedProducts } = await compareLists(db, userId, slug)
  const parts = partsOf(planPrices(matchedProducts))
  for (const [position, { items, unlisted }] of parts.entries()) {
    const part = position + 1
    const parameters = { slug, part, parts: parts.length, unlisted }
    const rule = `${PRICE_RUN}:${part}`
    await startTask(platform, userId, { kind: priceRun, parameters, items, rule })
  }
  await db.transaction(async (tx) => {
    await recordPriceSync(tx, userId, at)
    if (parts.length > 0) return
    await recordActivity(tx, {
      ...{ userId, type: 'integration', action: 'price_sync', success: true, at },
      description: 'Automatisk prissynkronisering: ingen priser var ulike.',
    })
  })
  platform.live.publish(userId, 'products', 'configuration', 'activity')
}
