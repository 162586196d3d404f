/**
 * The stops of the worlds that run in this process. A file that fails while it makes its world never
 * reaches its afterAll, and the next file of the same process must not run beside what it left.
 * Kept on globalThis, because Vitest can load this module again for each file.
 */
const RUNNING = Symbol.for('fakturabro.running-worlds')
const running = ((globalThis as { [RUNNING]?: Set<() => Promise<void>> })[RUNNING] ??= new Set())

/** Returns the stop to call in place of the given one; until then, stopLeftovers() calls it. */
export function leftUntilStopped(stop: () => Promise<void>): () => Promise<void> {
  const once = async () => {
    running.delete(once)
    await stop()
  }
  running.add(once)
  return once
}

/** Stops what earlier files of this process have started and not stopped. */
export async function stopLeftovers(): Promise<void> {
  await Promise.all([...running].map((stop) => stop()))
}
