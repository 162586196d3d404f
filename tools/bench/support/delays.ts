import { ms, type Result } from './figures.ts'
import type { BenchWorld } from './world.ts'

/** The main thread's busy stretches, in milliseconds. */
export interface Delays {
  max: number
  p99: number
}

export async function delaysDuring(
  world: BenchWorld,
  work: () => Promise<unknown>,
): Promise<Delays> {
  await world.product.ask('startDelays')
  await work()
  return world.product.ask('endDelays')
}

/**
 * Returns two rows: the longest stretch against the limit, and the usual one against a process at
 * rest.
 */
export function heldAgainst(
  what: string,
  busy: Delays,
  { mostMs, idle }: { mostMs: number; idle: Delays },
): Result[] {
  return [
    {
      what: `${what}: event loop held, longest / ${mostMs} ms`,
      ...against(busy.max, mostMs),
      target: { most: 1 },
    },
    {
      what: `${what}: event loop held, p99 / idle`,
      ...against(busy.p99, idle.p99),
      target: null,
    },
  ]
}

const against = (ours: number, theirs: number) => ({
  ours: ms(ours),
  against: ms(theirs),
  ratio: ours / theirs,
})
