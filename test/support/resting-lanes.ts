import type { Overrides } from '#server/compose'
import { GRANTS } from '#server/features/connections/tokens/grant-lane'
import { SWEEP } from '#server/features/inbox/queue-names'
import { MIRROR } from '#server/features/mirrors/queues'
import { PAYMENTS } from '#server/features/payments/queue-name'
import { PRODUCT_LISTS } from '#server/features/product-sync/queue-name'
import type { QueueName } from '#server/platform/queue/queue'
import { until } from './wait.ts'

/** The queues that send requests to the vendors on a schedule. */
const BY_THEMSELVES: readonly QueueName[] = [MIRROR, SWEEP, PAYMENTS, PRODUCT_LISTS, GRANTS]

export interface RestingLanes {
  override: Required<Pick<Overrides, 'aroundLanes'>>
  /** Stops scheduled vendor requests, so that all counted requests come from the test's action. */
  rest(): Promise<void>
  wake(queue: QueueName): void
  over(queue: QueueName): Promise<void>
}

export function restingLanes(): RestingLanes {
  const resting = new Set<QueueName>()
  const underWay = new Map<QueueName, number>()
  const count = (queue: QueueName, by: number) =>
    underWay.set(queue, (underWay.get(queue) ?? 0) + by)
  const over = async (queue: QueueName) => {
    await until(`nothing of ${queue} to be under way`, () => (underWay.get(queue) ?? 0) === 0)
  }
  return {
    override: {
      aroundLanes: (queue) => ({
        ...queue,
        due: async (limit) => (resting.has(queue.name) ? [] : queue.due(limit)),
        drain: async (lane, signal) => {
          if (resting.has(queue.name)) return
          count(queue.name, 1)
          try {
            await queue.drain(lane, signal)
          } finally {
            count(queue.name, -1)
          }
        },
      }),
    },
    rest: async () => {
      for (const queue of BY_THEMSELVES) resting.add(queue)
      for (const queue of BY_THEMSELVES) await over(queue)
    },
    wake: (queue) => void resting.delete(queue),
    over,
  }
}
