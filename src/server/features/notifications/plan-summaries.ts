import { today } from '#shared/dates'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { mondayAt, weekTopic } from './notification-plan.ts'
import { deleteOtherWeeks } from './store.ts'
import { insertSummaries } from './summary-store.ts'

/**
 * Plans this week's summary for everybody whose integration is on. Idempotent: those who have it
 * planned already get no second. Summaries of earlier weeks that could not be sent are dropped,
 * because they are old news.
 */
export async function planSummaries(platform: Platform): Promise<void> {
  const now = instant(platform.clock)
  const monday = mondayAt(now)
  // The clock of the queue may be late; on a Tuesday last week is no news.
  if (today(now) !== monday) return
  const topic = weekTopic(monday)
  const planned = await platform.db.transaction(async (tx) => {
    await deleteOtherWeeks(tx, topic)
    return insertSummaries(tx, topic, now)
  })
  if (planned > 0) platform.log.info({ topic, planned }, 'weekly summaries are to be sent')
}
