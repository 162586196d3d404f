import { instant } from '../../platform/clock.ts'
import type { Reactions } from '../../platform/hooks.ts'
import type { Platform } from '../../platform/platform.ts'
import { PAYMENTS } from './queue-name.ts'
import { makeDueAgain } from './store.ts'

export const paymentReactions: Reactions = {
  connected: async (platform, { userId, vendor }) => {
    if (vendor === 'servicem8') await retryAfterReconnect(platform, userId)
  },
}

async function retryAfterReconnect(platform: Platform, userId: string): Promise<void> {
  const again = await makeDueAgain(platform.db, userId, instant(platform.clock))
  if (again) platform.queue.wake(PAYMENTS, userId)
}
