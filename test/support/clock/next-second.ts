import { until } from '../wait.ts'
import type { TestWorld } from '../world/world.ts'

const secondOf = (at: number) => Math.floor(at / 1_000)

/**
 * Waits until the second in which the account was connected is over. ServiceM8's timestamps have no
 * fractions, so a job completed in that second would be treated as possibly transferred by an
 * earlier account, and be looked up in Fiken's lists.
 * @param since the time of the connection, or a later time; now by default
 */
export async function secondOfConnectionOver(
  { vendors }: Pick<TestWorld, 'vendors'>,
  since = vendors.now(),
): Promise<void> {
  await until(
    'the second of the connection to be over',
    () => secondOf(vendors.now()) > secondOf(since),
  )
}
