import type { Reactions } from '../../platform/hooks.ts'
import { retryAfterReconnect } from './try-again.ts'

export const paymentReactions: Reactions = {
  connected: async (platform, { userId, vendor }) => {
    if (vendor === 'servicem8') await retryAfterReconnect(platform, userId)
  },
}
