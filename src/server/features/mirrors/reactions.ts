import type { Reactions } from '../../platform/hooks.ts'
import { MIRROR } from './queues.ts'

export const mirrorReactions: Reactions = {
  connected: (platform, { userId }) => Promise.resolve(platform.queue.wake(MIRROR, userId)),
  companyChosen: (platform, { userId }) => Promise.resolve(platform.queue.wake(MIRROR, userId)),
}
