import type { CheckpointDesk } from '../../support/world/checkpoint-desk.ts'
import type { Checkpoint } from '../../support/world/checkpoints.ts'

/**
 * The share of the steps that a run of this size kills at: npm test takes one half on the embedded
 * database, and .ci/run the other on PostgreSQL.
 */
const SHARES: Record<string, [share: number, shares: number]> = { core: [1, 2], gate: [2, 2] }
const [share, shares] = SHARES[process.env['TEST_SIZE'] ?? ''] ?? [1, 1]

/**
 * Returns the steps at which this run kills: its share of them, or of one in `oneIn`. With
 * FAULT_EVERY_STEP=1 (npm run prove) all.
 */
export function killPoints<T>(steps: readonly T[], oneIn = 1): T[] {
  if (process.env['FAULT_EVERY_STEP'] === '1') return [...steps]
  return steps.filter((_step, index) => index % (oneIn * shares) === oneIn * (share - 1))
}

/** Returns the kills that a run spreads its share over, when all steps are spread over `ofAll`. */
export const killRounds = (ofAll: number): number => Math.ceil(ofAll / shares)

type IsStep = (reached: Checkpoint) => boolean

/** Returns the steps that the product takes while this is done, in order. */
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
 * Holds the product at a step from now on; returns a function that says whether it hangs there.
 * @param place the number of the step, from 0
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
