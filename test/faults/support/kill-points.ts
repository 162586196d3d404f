import type { CheckpointDesk } from '../../support/world/checkpoint-desk.ts'
import type { Checkpoint } from '../../support/world/checkpoints.ts'

/** Shares of the kill steps: `npm test` takes half on PGlite, .ci/run the rest on PostgreSQL. */
const SHARES: Record<string, [share: number, shares: number]> = { core: [1, 2], gate: [2, 2] }
const [share, shares] = SHARES[process.env['TEST_SIZE'] ?? ''] ?? [1, 1]

/** Returns this run's share of the steps, or of one step in `oneIn`; all if FAULT_EVERY_STEP=1. */
export function killPoints<T>(steps: readonly T[], oneIn = 1): T[] {
  if (process.env['FAULT_EVERY_STEP'] === '1') return [...steps]
  return steps.filter((_step, index) => index % (oneIn * shares) === oneIn * (share - 1))
}

/** Returns this run's number of kill rounds, when covering all steps takes `ofAll` rounds. */
export const killRounds = (ofAll: number): number => Math.ceil(ofAll / shares)

type IsStep = (reached: Checkpoint) => boolean

/** Returns the matching steps that the server takes during the action, in order. */
export async function stepsDuring(
  desk: CheckpointDesk,
  isStep: IsStep,
  act: () => Promise<unknown>,
): Promise<string[]> {
  const seen: string[] = []
  desk.judge = (reached) => {
    if (isStep(reached)) seen.push(reached.what)
    return 'go on'
  }
  await act()
  desk.judge = () => 'go on'
  return seen
}

/**
 * Makes the server hang at this step; the returned function returns true once it hangs.
 * @param place index of the step among the matching ones, from 0
 */
export function hangAt(desk: CheckpointDesk, isStep: IsStep, place: number): () => boolean {
  let reached = 0
  let hangs = false
  desk.judge = (at) => {
    if (!isStep(at) || hangs) return 'go on'
    reached += 1
    hangs = reached > place
    return hangs ? 'hold' : 'go on'
  }
  return () => hangs
}
