import { until } from '../wait.ts'
import type { TestWorld } from '../world/world.ts'

const secondOf = (at: number) => Math.floor(at / 1_000)

/**
 * Waits for the next second. ServiceM8's timestamps have no fractions, so a job of the very second
 * in which the account was connected counts as an earlier account's, which is looked up in Fiken's
 * lists.
 * @param since the time of the connection; by default, at the latest now
 */
export async function secondOfConnectionOver(
  { sandbox }: Pick<TestWorld, 'sandbox'>,
  since = sandbox.world.now(),
): Promise<void> {
  await until(
    'the second of the connection to be over',
    () => secondOf(sandbox.world.now()) > secondOf(since),
  )
}
