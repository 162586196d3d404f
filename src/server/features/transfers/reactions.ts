import type { Reactions } from '../../platform/hooks.ts'
import {
  holdForCompany,
  holdWhileInactive,
  resumeAfterCompanyChosen,
  resumeAfterReconnect,
} from './actions/resume.ts'
import { tryLaneNow } from './lane.ts'

export const transferReactions: Reactions = {
  connected: async (platform, { companyId, vendor, recovered }) => {
    // After a new grant, the user must choose the company first; queued transfers wait for that and
    // show the reason.
    if (vendor === 'fiken' && !recovered) {
      await holdForCompany(platform, companyId)
      return
    }
    await resumeAfterReconnect(platform, companyId)
    if (vendor === 'fiken') await tryLaneNow(platform, companyId)
  },
  companyChosen: async (platform, { companyId, mayTransfer }) => {
    if (mayTransfer) await resumeAfterCompanyChosen(platform, companyId)
  },
  activated: async (platform, { companyId, mayTransfer }) => {
    if (mayTransfer) await resumeAfterCompanyChosen(platform, companyId)
  },
  deactivated: async (platform, { companyId }) => {
    await holdWhileInactive(platform, companyId)
  },
}
