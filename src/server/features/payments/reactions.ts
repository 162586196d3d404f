import { instant } from '../../platform/clock.ts'
import type { Reactions } from '../../platform/hooks.ts'
import type { Platform } from '../../platform/platform.ts'
import { PAYMENTS } from './queue-name.ts'
import { makeDueAgain } from './store.ts'

export const paymentReactions: Reactions = {
  connected: async (platform, { companyId, vendor }) => {
    if (vendor === 'servicem8') await retryAfterReconnect(platform, companyId)
  },
}

async function retryAfterReconnect(platform: Platform, companyId: string): Promise<void> {
  const again = await makeDueAgain(platform.db, companyId, instant(platform.clock))
  if (again) platform.queue.wake(PAYMENTS, companyId)
}
