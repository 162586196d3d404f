import type { Queue } from '#server/platform/queue/queue'

/** A queue that does nothing, for parts of the product that only need a queue object. */
export const NO_QUEUE: Queue = {
  wake: () => undefined,
  start: () => Promise.resolve(),
  states: () => Promise.resolve([]),
  stop: () => Promise.resolve(),
}
