import type { Vendor } from '#shared/contracts/connections'
import type { Platform } from '../../platform/platform.ts'
import { tellAfterReconnect } from '../payments/try-again.ts'
import { holdForCompany, resumeAfterReconnect, tryLaneNow } from '../transfers/resume.ts'
import { resumeIntake } from '../webhooks/hasten.ts'
import { subscribeQuietly } from './webhook-subscription.ts'

/** How long the person is kept waiting for ServiceM8's challenge; it goes on without them. */
const SUBSCRIBE_PATIENCE_MS = 8_000

/** The grant is stored: subscribe, look for what we missed, and let waiting work go on. Nothing here undoes the connection. */
export async function afterServicem8(platform: Platform, userId: string): Promise<void> {
  const subscribing = subscribeQuietly(platform, userId)
  await quietly(platform, () => resumeServicem8(platform, userId))
  const enough = new AbortController()
  await Promise.race([subscribing, platform.clock.sleep(SUBSCRIBE_PATIENCE_MS, enough.signal)])
  enough.abort()
  tellScreens(platform, userId)
}

/** What is queued waits for the company to be chosen, with the reason shown. */
export async function afterFiken(platform: Platform, userId: string): Promise<void> {
  await quietly(platform, async () => {
    await holdForCompany(platform, userId)
    platform.queue.wake('mirror', userId)
  })
  tellScreens(platform, userId)
}

/** The vendor accepts a grant again that it had refused: as after connecting, but what is connected and chosen has stayed as it was. */
export async function afterRecovery(platform: Platform, userId: string, vendor: Vendor): Promise<void> {
  if (vendor === 'servicem8') await resumeServicem8(platform, userId)
  else {
    await resumeAfterReconnect(platform, userId)
    await tryLaneNow(platform, userId)
    platform.queue.wake('mirror', userId)
  }
  tellScreens(platform, userId)
}

async function resumeServicem8(platform: Platform, userId: string): Promise<void> {
  await resumeAfterReconnect(platform, userId)
  await resumeIntake(platform, userId)
  await tellAfterReconnect(platform, userId)
  platform.queue.wake('mirror', userId)
}

const tellScreens = ({ live }: Platform, userId: string) =>
  live.tell(userId, 'status', 'connections', 'transfers', 'stats', 'activity')

async function quietly(platform: Platform, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (err) {
    platform.log.warn({ err }, 'what follows a new connection was not done at once; the tick will do it')
  }
}
