import { fikenLane } from '#server/features/connections/providers'
import type { Tenant } from '#sandbox/seed/tenants'
import { until } from '../../support/wait.ts'
import type { CheckpointDesk } from '../../support/world/checkpoint-desk.ts'
import type { CheckpointWorld } from '../../support/world/checkpoint-world.ts'

/** A customer whose work is held at a step, so that the server can be killed there. */
export interface Walker {
  /** The customer's lane in each queue. */
  lanes: Readonly<Record<string, string>>
  /** Steps reached, such as "transfer-lane: after POST fiken /invoices/drafts #1". */
  passed: string[]
  hangAt: string | null
  hangs: boolean
}

/**
 * Returns a walker that has not reached any step.
 * @param lanes lanes besides the one in which its drafts are made
 */
export const atStart = ({ user }: Tenant, lanes: Walker['lanes'] = {}): Walker => ({
  lanes: { ...lanes, 'transfer-lane': fikenLane(user.email) },
  passed: [],
  hangAt: null,
  hangs: false,
})

/** Records the steps in each walker's lanes, and holds its work at its `hangAt` step. */
export function followed(walkers: readonly Walker[]): CheckpointDesk['judge'] {
  for (const one of walkers) Object.assign(one, { passed: [], hangs: false })
  const counts = new Map<string, number>()
  return ({ queue, lane, what }) => {
    const one = walkers.find(({ lanes }) => lanes[queue] === lane)
    if (!one) return 'go on'
    const step = `${queue}: ${what}`
    const count = (counts.get(lane + step) ?? 0) + 1
    counts.set(lane + step, count)
    const name = `${step} #${count}`
    one.passed.push(name)
    if (one.hangAt !== name) return 'go on'
    one.hangs = true
    return 'hold'
  }
}

/** Sets each walker's `hangAt`; leaves out walkers for which `pointOf` returns undefined. */
export const hangingIn = <T extends Walker>(
  walkers: readonly T[],
  pointOf: (index: number) => string | undefined,
): (T & { hangAt: string })[] =>
  walkers.flatMap((one, index) => {
    const hangAt = pointOf(index)
    return hangAt === undefined ? [] : [Object.assign(one, { hangAt })]
  })

/** Waits until all these walkers hang, kills the server and restarts it. */
export async function killHanging(
  { world, desk }: Pick<CheckpointWorld, 'world' | 'desk'>,
  walkers: readonly Walker[],
): Promise<void> {
  await until('every customer to hang', () => {
    const late = walkers.filter(({ hangs }) => !hangs)
    if (late.length === 0) return true
    throw new Error(
      late.map(({ hangAt, passed }) => `${hangAt}, not reached by ${passed.join(', ')}`).join('\n'),
    )
  })
  await world.kill()
  desk.judge = () => 'go on'
  await world.start()
}
