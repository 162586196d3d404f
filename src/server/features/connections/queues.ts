import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import type { LaneQueue, Routine } from '../../platform/queue/queue.ts'
import { backlogOfGrants, grantsToCheck } from './grant-store.ts'
import { lookAtGrant } from './oauth/check-grant.ts'
import { GRANTS } from './tokens/grant-lane.ts'
import { companiesToCheck } from './webhooks/subscription-store.ts'
import { checkSubscription } from './webhooks/webhook-subscription.ts'

/**
 * Creates the queue that retries refused grants until the token endpoint accepts them, even if no
 * work needs the grants.
 */
export function grantQueue(platform: Platform): LaneQueue {
  return {
    name: GRANTS,
    concurrency: 4,
    drain: (grantId, signal) => lookAtGrant(platform, grantId, signal),
    due: (limit) => grantsToCheck(platform.db, instant(platform.clock), limit),
    backlog: () => backlogOfGrants(platform.db, instant(platform.clock)),
  }
}

/**
 * Returns the nightly routine that renews missing or suspended webhook subscriptions. ServiceM8
 * suspends a subscription after repeated failures.
 */
export function nightlyWebhookCheck(platform: Platform): Routine {
  return {
    name: 'webhook-check',
    cron: '20 3 * * *',
    run: async (signal) => {
      for (const companyId of await companiesToCheck(platform.db)) {
        if (signal.aborted) return
        try {
          const outcome = await checkSubscription(platform, companyId, signal)
          if (outcome !== 'fine')
            platform.log.info({ companyId, outcome }, 'webhook subscription checked')
        } catch (err) {
          // An account's failure must not prevent the checks of other accounts.
          platform.log.warn({ err, companyId }, 'a webhook subscription could not be checked')
        }
      }
    },
  }
}
