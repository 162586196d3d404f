import type { Reactions } from '../../platform/hooks.ts'
import { BILLING, BILLING_LANE } from './queue-name.ts'

/**
 * Wakes the billing queue when a user switches the integration on. If the wake-up is lost, the
 * queue's next check finds the same subscription.
 */
export const billingReactions: Reactions = {
  activated: ({ queue }) => {
    queue.wake(BILLING, BILLING_LANE)
    return Promise.resolve()
  },
}
