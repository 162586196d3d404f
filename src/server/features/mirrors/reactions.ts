import type { Reactions } from '../../platform/hooks.ts'
import { MIRROR } from './queues.ts'

/** Reads a new source as soon as it is known. */
export const mirrorReactions: Reactions = {
  connected: (platform, { userId }) => Promise.resolve(platform.queue.wake(MIRROR, userId)),
  companyChosen: (platform, { userId }) => Promise.resolve(platform.queue.wake(MIRROR, userId)),
}
