import type { Metric } from '../../platform/http/metrics.ts'
import type { Platform } from '../../platform/platform.ts'
import { countRefused } from './store.ts'
import { isOurReason } from './tokens/token-refusal.ts'

/**
 * For the operator: `fault="installation"` is theirs to fix, and no transfers go on before it
 * is.
 */
export async function refusedGrants({ db }: Platform): Promise<readonly Metric[]> {
  const counts = await countRefused(db)
  return [
    {
      name: 'fakturabro_refused_grants',
      help: 'Grants for which a token endpoint gives no tokens now',
      type: 'gauge',
      samples: counts.map(({ vendor, reason, grants }) => ({
        labels: { vendor, reason, fault: isOurReason(reason) ? 'installation' : 'vendor' },
        value: grants,
      })),
    },
  ]
}
