import { instant } from '../../platform/clock.ts'
import { NO_BACKLOG } from '../../platform/queue/backlog.ts'
import type { Platform } from '../../platform/platform.ts'
import { queueName, type LaneQueue, type Routine } from '../../platform/queue/queue.ts'
import { SETTLE_MS } from './notification-plan.ts'
import { planSummaries } from './plan-summaries.ts'
import { backlogOfNotices, usersWithNews } from './store.ts'
import { notifyUser } from './notify.ts'

/**
 * The tick comes every two seconds; a cause that lasts for minutes need not be looked for that
 * often.
 */
const LOOK_MS = 15_000

/**
 * A lane per user. What stands is read from the rows of transfers and connections, so no event
 * has to be caught as it happens.
 */
export function notificationQueue(platform: Platform): LaneQueue {
  let lookAt = 0
  return {
    name: queueName('notices'),
    concurrency: 4,
    drain: (userId, signal) => notifyUser(platform, userId, signal),
    due: async () => {
      const now = platform.clock.now()
      // Without a mail server nobody can be notified; what still stands is mailed when there is
      // one.
      if (!platform.config.smtpUrl || now < lookAt) return []
      lookAt = now + LOOK_MS * platform.ladderScale
      return usersWithNews(platform.db, instant(platform.clock), SETTLE_MS)
    },
    backlog: () =>
      platform.config.smtpUrl
        ? backlogOfNotices(platform.db, instant(platform.clock))
        : Promise.resolve(NO_BACKLOG),
  }
}

/**
 * Several times a Monday morning, so that a product that was down at the first of them still sends
 * each summary, and once.
 */
export function mondaySummaries(platform: Platform): Routine {
  return {
    name: 'weekly-summary',
    cron: '*/15 7-11 * * 1',
    run: () => planSummaries(platform),
  }
}
