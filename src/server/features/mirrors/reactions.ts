import type { Reactions } from '../../platform/hooks.ts'
import { MIRROR } from './queues.ts'

export const mirrorReactions: Reactions = {
  connected: (platform, { companyId }) => Promise.resolve(platform.queue.wake(MIRROR, companyId)),
  companyChosen: (platform, { companyId }) =>
    Promise.resolve(platform.queue.wake(MIRROR, companyId)),
}
