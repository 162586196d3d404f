import type { Reactions } from '../../platform/hooks.ts'
import { BILLING, BILLING_LANE } from './queue-name.ts'

/** Wakes the queue; should that be lost, its next look finds the same subscription. */
export const billingReactions: Reactions = {
  activated: ({ queue }) => {
    queue.wake(BILLING, BILLING_LANE)
    return Promise.resolve()
  },
}
