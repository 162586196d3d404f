import { systemClock, type Clock } from '../platform/clock.ts'
import { inspectEnvironment, type Environment } from '../platform/config.ts'
import type { FreeSpace } from '../platform/database/room.ts'
import { addresses } from './addresses.ts'
import { database } from './database.ts'
import { disk } from './disk.ts'
import type { Finding } from './finding.ts'
import { mail } from './mail.ts'
import { reachability } from './reachability.ts'
import { secrets } from './secrets.ts'
import { vendors } from './vendors.ts'

/**
 * Runs all checks of the installation and returns their findings. Changes nothing; only the
 * reachability check needs a running product.
 */
export async function examine(
  env: Environment,
  { clock = systemClock, free }: { clock?: Clock; free?: FreeSpace } = {},
): Promise<Finding[]> {
  const { config, problems } = inspectEnvironment(env)
  // The secrets check reports APP_SECRET and DEMO itself, with a remedy.
  const others = problems.filter((problem) => !/^(APP_SECRET|DEMO) /.test(problem))
  const asked = await Promise.all([
    vendors(config, clock),
    config.databaseUrl === '' || /^postgres(ql)?:\/\//.test(config.databaseUrl)
      ? database(config, clock)
      : [],
    mail(config),
    reachability(config, clock),
  ])
  return [
    ...secrets(env, config),
    ...addresses(config, others),
    ...asked.flat(),
    ...disk(config, free),
  ]
}
