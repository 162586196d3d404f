import type { Reactions } from '../../platform/hooks.ts'
import {
  holdForCompany,
  holdWhileInactive,
  resumeAfterCompanyChosen,
  resumeAfterReconnect,
} from './actions/resume.ts'
import { tryLaneNow } from './lane.ts'

export const transferReactions: Reactions = {
  connected: async (platform, { userId, vendor, recovered }) => {
    // After a new grant, the user must choose the company first; queued transfers wait for that and
    // show the reason.
    if (vendor === 'fiken' && !recovered) {
      await holdForCompany(platform, userId)
      return
    }
    await resumeAfterReconnect(platform, userId)
    if (vendor === 'fiken') await tryLaneNow(platform, userId)
  },
  companyChosen: async (platform, { userId, mayTransfer }) => {
    if (mayTransfer) await resumeAfterCompanyChosen(platform, userId)
  },
  activated: async (platform, { userId, mayTransfer }) => {
    if (mayTransfer) await resumeAfterCompanyChosen(platform, userId)
  },
  deactivated: async (platform, { userId }) => {
    await holdWhileInactive(platform, userId)
  },
}
