import { inBackground } from '../../platform/background.ts'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import type { LaneQueue } from '../../platform/queue/queue.ts'
import { lookAtDue } from './look.ts'
import { backlogOfFiles, companiesWithDueFiles } from './looks-store.ts'
import { ATTACHMENTS } from './queue-name.ts'
import { sendDue } from './send.ts'
import { removeLeftFolders } from './temp-files.ts'

export function attachmentQueue(platform: Platform): LaneQueue {
  if (platform.config.role !== 'web')
    inBackground(
      platform.log,
      'files that a killed process left could not be removed',
      removeLeftFolders(platform.config.dataDir),
    )
  return {
    name: ATTACHMENTS,
    concurrency: 3,
    longestRunMs: 2 * 60_000,
    drain: async (companyId, signal) => {
      const listed = await lookAtDue(platform, companyId, signal)
      await sendDue(platform, companyId, listed, signal)
    },
    due: (limit) => companiesWithDueFiles(platform.db, instant(platform.clock), limit),
    backlog: () => backlogOfFiles(platform.db, instant(platform.clock)),
  }
}
