import type { Reactions } from '../../platform/hooks.ts'
import { lookAfterClients } from './look-after-clients.ts'
import { resumeIntake } from './resume.ts'
import { requestSweep, sweepFromStart } from './sweep.ts'

/** What was missed, or counts only now, is looked for. */
export const intakeReactions: Reactions = {
  connected: async (platform, { userId, vendor }) => {
    if (vendor === 'servicem8') await resumeIntake(platform, userId)
  },
  rulesWidened: (platform, { userId, isActive }) =>
    sweepFromStart(platform, userId, { now: isActive }),
  activated: (platform, { userId }) => requestSweep(platform, userId),
  clientsSeen: (platform, seen) => lookAfterClients(platform, seen),
}
