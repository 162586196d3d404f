import { checkpointDesk, type CheckpointDesk } from './checkpoint-desk.ts'
import { UNPACED } from './limiters.ts'
import { startProcessWorld, type ProcessWorld } from './process.ts'

export interface CheckpointWorld {
  world: ProcessWorld
  desk: CheckpointDesk
  stop(): Promise<void>
}

/**
 * Starts a product in a process of its own, which asks the desk at each checkpoint and may be
 * killed there. Its ten minutes are three seconds, for example those in which a draft that may have
 * arrived is looked up.
 * @param vendorTimeoutMs the time a vendor may take; a killed process's lease ends half a second
 * later
 * @param byDay see ProcessOptions
 * @param everywhere also at the checkpoints outside the queues, in a user's own call
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
  // On a busy machine a ping may find no server while the product starts; its fourth repetition
  // would come only ten minutes later.
  world.sandbox.world.settings.servicem8.webhookRetryMs = Array.from({ length: 90 }, () => 2_000)
  return {
    world,
    desk,
    stop: async () => {
      await world.stop()
      await desk[Symbol.asyncDispose]()
    },
  }
}
