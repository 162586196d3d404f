import type { Reactions } from '../../platform/hooks.ts'
import { MIRROR } from './queues.ts'

/** Refreshes the mirrors as soon as the user connects an account or chooses a company. */
export const mirrorReactions: Reactions = {
  connected: (platform, { userId }) => Promise.resolve(platform.queue.wake(MIRROR, userId)),
  companyChosen: (platform, { userId }) => Promise.resolve(platform.queue.wake(MIRROR, userId)),
}
