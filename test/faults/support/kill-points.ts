import type { CheckpointDesk } from '../../support/world/checkpoint-desk.ts'
import type { Checkpoint } from '../../support/world/checkpoints.ts'

/**
 * Share of the kill steps per TEST_SIZE. `npm test` takes one half on the embedded database, and
 * .ci/run the other half on PostgreSQL.
 */
const SHARES: Record<string, [share: number, shares: number]> = { core: [1, 2], gate: [2, 2] }
const [share, shares] = SHARES[process.env['TEST_SIZE'] ?? ''] ?? [1, 1]

/**
 * Returns the steps at which this run kills: its share of all steps, or of one step in `oneIn`.
 * With FAULT_EVERY_STEP=1 (`npm run prove`), returns all steps.
 */
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
 * Makes the server hang at the given step. Returns a function that tells whether it hangs there.
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
