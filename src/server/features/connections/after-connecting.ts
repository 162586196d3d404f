import type { Platform } from '../../platform/platform.ts'
import { tellAfterReconnect } from '../payments/try-again.ts'
import { holdForCompany, resumeAfterReconnect } from '../transfers/resume.ts'
import { resumeIntake } from '../webhooks/hasten.ts'
import { subscribeQuietly } from './webhook-subscription.ts'

/** How long the person is kept waiting for ServiceM8's challenge; it goes on without them. */
const SUBSCRIBE_PATIENCE_MS = 8_000

/** The grant is stored: subscribe, look for what we missed, and let waiting work go on. Nothing here undoes the connection. */
export async function afterServicem8(platform: Platform, userId: string): Promise<void> {
  const subscribing = subscribeQuietly(platform, userId)
  await quietly(platform, async () => {
    await resumeAfterReconnect(platform, userId)
    await resumeIntake(platform, userId)
    await tellAfterReconnect(platform, userId)
    await platform.queue.wake('mirror', userId)
  })
  const enough = new AbortController()
  await Promise.race([subscribing, platform.clock.sleep(SUBSCRIBE_PATIENCE_MS, enough.signal)])
  enough.abort()
  tellScreens(platform, userId)
}

/** What is queued waits for the company to be chosen, with the reason shown. */
export async function afterFiken(platform: Platform, userId: string): Promise<void> {
  await quietly(platform, async () => {
    await holdForCompany(platform, userId)
    await platform.queue.wake('mirror', userId)
  })
  tellScreens(platform, userId)
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
