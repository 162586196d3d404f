import type { Reactions } from '../../platform/hooks.ts'
import { BILLING, BILLING_LANE } from './queue-name.ts'

/** A hint only: the next look finds the same. */
export const billingReactions: Reactions = {
  activated: ({ queue }) => {
    queue.wake(BILLING, BILLING_LANE)
    return Promise.resolve()
  },
}
