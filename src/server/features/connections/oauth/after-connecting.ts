import type { Vendor } from '#shared/contracts/connections'
import type { Db } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { subscribeQuietly } from '../webhooks/webhook-subscription.ts'

declare module '../../../platform/hooks.ts' {
  interface Moments {
    /** Runs while a grant is being stored, inside the same transaction. */
    granted: { tx: Db; userId: string; vendor: Vendor; at: Date }
    /**
     * Runs when requests to a vendor work again. `recovered` is true when the grant is the same as
     * before, so that earlier choices still apply.
     */
    connected: { userId: string; vendor: Vendor; recovered: boolean }
  }
}

const SUBSCRIBE_PATIENCE_MS = 8_000

/**
 * Subscribes to webhooks once the grant is stored, and lets other features continue their waiting
 * work. A failure does not undo the connection.
 */
export async function afterServicem8(platform: Platform, userId: string): Promise<void> {
  const subscribing = subscribeQuietly(platform, userId)
  await reactQuietly(platform, userId, 'servicem8')
  const enough = new AbortController()
  await Promise.race([subscribing, platform.clock.sleep(SUBSCRIBE_PATIENCE_MS, enough.signal)])
  enough.abort()
  publishStatus(platform, userId)
}

export async function afterFiken(platform: Platform, userId: string): Promise<void> {
  await reactQuietly(platform, userId, 'fiken')
  publishStatus(platform, userId)
}

/**
 * Continues waiting work when the vendor accepts a grant that it refused before. The connection and
 * the user's choices are unchanged.
 */
export async function afterRecovery(
  platform: Platform,
  userId: string,
  vendor: Vendor,
): Promise<void> {
  await platform.hooks.run('connected', { userId, vendor, recovered: true })
  publishStatus(platform, userId)
}

const publishStatus = ({ live }: Platform, userId: string) =>
  live.publish(userId, 'status', 'connections', 'transfers', 'stats', 'activity')

async function reactQuietly(platform: Platform, userId: string, vendor: Vendor): Promise<void> {
  try {
    await platform.hooks.run('connected', { userId, vendor, recovered: false })
  } catch (err) {
    platform.log.warn({ err }, 'what follows a new connection was not done; the tick will do it')
  }
}
