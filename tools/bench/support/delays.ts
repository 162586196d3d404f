import { setTimeout } from 'node:timers/promises'
import { compared, ms, type Result } from './figures.ts'
import type { Delays } from './loop-delays.ts'
import type { Stage } from './stage.ts'
import type { BenchWorld } from './world.ts'

/** Maximum time in milliseconds that one user's or client's work can block everybody else. */
const MOST_MS = 50
const IDLE_MS = 10_000

export async function delaysDuring(
  world: BenchWorld,
  work: () => Promise<unknown>,
): Promise<Delays> {
  await world.product.ask('startDelays')
  await work()
  return world.product.ask('endDelays')
}

export async function delaysAtRest(world: BenchWorld, stage: Stage): Promise<Delays> {
  const idle = await delaysDuring(world, () => setTimeout(stage.smoke ? 500 : IDLE_MS))
  stage.say(`nothing to do: ${described(idle)}`)
  return idle
}

export const described = ({ max, p99, wallMax }: Delays) =>
  `longest ${ms(max)}, p99 ${ms(p99)}; ${ms(wallMax)} with the wait for a processor`

/** Returns the longest delay against the limit, and the p99 delay against the idle process's. */
export function heldAgainst(what: string, busy: Delays, idle: Delays): Result[] {
  return [
    compared(`${what}: event loop held, longest / ${MOST_MS} ms`, ms, busy.max, MOST_MS, {
      most: 1,
    }),
    compared(`${what}: event loop held, p99 / idle`, ms, busy.p99, idle.p99, null),
  ]
}
