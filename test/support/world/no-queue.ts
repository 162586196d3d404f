import type { Queue } from '#server/platform/queue/queue'

export const NO_QUEUE: Queue = {
  wake: () => undefined,
  start: () => Promise.resolve(),
  states: () => Promise.resolve([]),
  stop: () => Promise.resolve(),
}
