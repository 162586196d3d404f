import type { Platform } from '../../platform/platform.ts'
import type { Routine } from '../../platform/queue/queue.ts'
import { clean } from './clean.ts'

export function nightlyCleaning(platform: Platform): Routine {
  return {
    name: 'retention',
    cron: '40 3 * * *',
    run: async () => {
      platform.log.info(
        { gone: await clean(platform) },
        'what is older than promised has been deleted',
      )
    },
  }
}
