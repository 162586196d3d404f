import { checkpointDesk, type CheckpointDesk } from './checkpoint-desk.ts'
import { UNPACED } from './limiters.ts'
import { startProcessWorld, type ProcessWorld } from './process.ts'

export interface CheckpointWorld {
  world: ProcessWorld
  desk: CheckpointDesk
}

/**
 * Starts a product process that asks the desk at each checkpoint, where it can be killed. The
 * product's waits are scaled down from ten minutes to three seconds, such as the wait while a draft
 * of unknown fate is looked up.
 * @param vendorTimeoutMs vendor timeout; a killed process's lease ends half a second later
 * @param byDay see ProcessOptions
 * @param everywhere true also reports checkpoints outside the queues, such as in a user's request
 */
export async function startCheckpointWorld({
  vendorTimeoutMs,
  byDay = false,
  everywhere = false,
}: {
  vendorTimeoutMs?: number
  byDay?: boolean
  everywhere?: boolean
} = {}): Promise<CheckpointWorld> {
  const desk = await checkpointDesk()
  const patience =
    vendorTimeoutMs === undefined
      ? { limiter: UNPACED }
      : { limiter: { ...UNPACED, leaseMs: vendorTimeoutMs + 500 }, vendorTimeoutMs }
  const world = await startProcessWorld({
    byDay,
    overrides: { ...patience, ladderScale: 0.005, tickMs: 250 },
    before: () =>
      Promise.resolve({
        TEST_CHECKPOINTS: desk.url,
        ...(everywhere ? { TEST_CHECKPOINTS_EVERYWHERE: '1' } : {}),
      }),
  })
  // On a busy machine several webhooks can fail while the product is starting, and by default the
  // fourth retry would come only ten minutes later.
  world.vendors.settings.servicem8.webhookRetryMs = Array.from({ length: 90 }, () => 2_000)
  return { world, desk }
}
