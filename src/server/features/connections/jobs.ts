import type { Platform } from '../../platform/platform.ts'
import type { Routine } from '../../platform/queue.ts'
import { usersToCheck } from './subscription-store.ts'
import { checkSubscription } from './webhook-subscription.ts'

/** Every night: subscriptions that are missing or asleep are made again. ServiceM8 puts one to sleep after repeated failures. */
export function nightlyWebhookCheck(platform: Platform): Routine {
  return {
    name: 'webhook-check',
    cron: '20 3 * * *',
    run: async (signal) => {
      for (const userId of await usersToCheck(platform.db)) {
        if (signal.aborted) return
        try {
          const outcome = await checkSubscription(platform, userId, signal)
          if (outcome !== 'fine') platform.log.info({ userId, outcome }, 'webhook subscription checked')
        } catch (err) {
          // One account's trouble is not the next one's.
          platform.log.warn({ err, userId }, 'a webhook subscription could not be checked')
        }
      }
    },
  }
}
