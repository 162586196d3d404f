import { instant } from '../../platform/clock.ts'
import type { Reactions } from '../../platform/hooks.ts'
import { makeLooksDue } from './looks-store.ts'
import { ATTACHMENTS } from './queue-name.ts'
import { makeFilesDue } from './store.ts'

export const attachmentReactions: Reactions = {
  connected: async ({ db, clock, queue }, { companyId }) => {
    await makeLooksDue(db, companyId, instant(clock))
    await makeFilesDue(db, companyId, instant(clock))
    queue.wake(ATTACHMENTS, companyId)
  },
}
