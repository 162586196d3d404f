import type { Reactions } from '../../platform/hooks.ts'
import { makeDue } from './billing/billing-store.ts'
import { CUSTOMER_WRITES } from './billing/queues.ts'

export const customerReactions: Reactions = {
  connected: async (platform, { companyId, vendor }) => {
    if (vendor !== 'servicem8') return
    await makeDue(platform.db, companyId)
    platform.queue.wake(CUSTOMER_WRITES, companyId)
  },
}
