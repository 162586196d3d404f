import type { Vendor } from '#shared/contracts/connections'
import type { Db } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { subscribeQuietly } from '../webhooks/webhook-subscription.ts'

declare module '../../../platform/hooks.ts' {
  interface Moments {
    /** Runs while a grant is being stored, inside the same transaction. */
    granted: { tx: Db; companyId: string; vendor: Vendor; at: Date }
    /**
     * Runs when requests to a vendor work again. `recovered` is true when the grant is the same as
     * before, so that earlier choices still apply.
     */
    connected: { companyId: string; vendor: Vendor; recovered: boolean }
  }
}

const SUBSCRIBE_PATIENCE_MS = 8_000

/**
 * Subscribes to webhooks once the grant is stored, and lets other features continue their waiting
 * work. A failure does not undo the connection.
 */
export async function afterServicem8(platform: Platform, companyId: string): Promise<void> {
  const subscribing = subscribeQuietly(platform, companyId)
  await reactQuietly(platform, companyId, 'servicem8')
  const enough = new AbortController()
  await Promise.race([subscribing, platform.clock.sleep(SUBSCRIBE_PATIENCE_MS, enough.signal)])
  enough.abort()
  publishStatus(platform, companyId)
}

export async function afterFiken(platform: Platform, companyId: string): Promise<void> {
  await reactQuietly(platform, companyId, 'fiken')
  publishStatus(platform, companyId)
}

/**
 * Continues waiting work when the vendor accepts a grant that it refused before. The connection and
 * the user's choices are unchanged.
 */
export async function afterRecovery(
  platform: Platform,
  companyId: string,
  vendor: Vendor,
): Promise<void> {
  await platform.hooks.run('connected', { companyId, vendor, recovered: true })
  publishStatus(platform, companyId)
}

const publishStatus = ({ live }: Platform, companyId: string) =>
  live.publish(companyId, 'status', 'connections', 'transfers', 'stats', 'activity')

async function reactQuietly(platform: Platform, companyId: string, vendor: Vendor): Promise<void> {
  try {
    await platform.hooks.run('connected', { companyId, vendor, recovered: false })
  } catch (err) {
    platform.log.warn({ err }, 'what follows a new connection was not done; the tick will do it')
  }
}
