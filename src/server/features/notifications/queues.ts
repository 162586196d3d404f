import { today } from '#shared/dates'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { NO_BACKLOG } from '../../platform/queue/backlog.ts'
import { type LaneQueue, queueName, type Routine } from '../../platform/queue/queue.ts'
import { mondayAt, SETTLE_MS, weekTopic } from './notification-plan.ts'
import { notifyCompany } from './notify.ts'
import { backlogOfNotices, deleteOtherWeeks, companiesWithNews } from './store.ts'
import { insertSummaries } from './summary-store.ts'

const LOOK_MS = 15_000

/**
 * Creates the queue of notification mails, with one lane per company. Causes are read from the rows
 * of transfers and connections, so no event has to be caught when it happens.
 */
export function notificationQueue(platform: Platform): LaneQueue {
  let lookAt = 0
  return {
    name: queueName('notices'),
    concurrency: 4,
    drain: (companyId, signal) => notifyCompany(platform, companyId, signal),
    due: async () => {
      const now = platform.clock.now()
      // Without a mail server no mail can be sent; causes that are still active are mailed once a
      // mail server is configured.
      if (!platform.config.smtpUrl || now < lookAt) return []
      lookAt = now + LOOK_MS * platform.ladderScale
      return companiesWithNews(platform.db, instant(platform.clock), SETTLE_MS)
    },
    backlog: () =>
      platform.config.smtpUrl
        ? backlogOfNotices(platform.db, instant(platform.clock))
        : Promise.resolve(NO_BACKLOG),
  }
}

/**
 * Returns the routine that plans the weekly summaries. It runs several times on a Monday morning,
 * so that each summary is still sent, once, if the server was down at first.
 */
export function mondaySummaries(platform: Platform): Routine {
  return { name: 'weekly-summary', cron: '*/15 7-11 * * 1', run: () => planSummaries(platform) }
}

/**
 * Plans this week's summary for all companies whose integration is on. An existing plan is kept,
 * and unsent summaries of earlier weeks are deleted as outdated.
 */
async function planSummaries(platform: Platform): Promise<void> {
  const now = instant(platform.clock)
  const monday = mondayAt(now)
  // The routine can run late; from Tuesday on, last week's summary is outdated.
  if (today(now) !== monday) return
  const topic = weekTopic(monday)
  const planned = await platform.db.transaction(async (tx) => {
    await deleteOtherWeeks(tx, topic)
    return insertSummaries(tx, topic, now)
  })
  if (planned > 0) platform.log.info({ topic, planned }, 'weekly summaries are to be sent')
}
