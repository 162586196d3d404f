/**
 * Key of the set of functions that stop this process's worlds. A file that fails while it starts a
 * world never reaches its afterAll, and the next file must not run beside that world. The set is on
 * globalThis, because Vitest can load this module again for each file.
 */
const RUNNING = Symbol.for('fakturabro.running-worlds')
const running = ((globalThis as { [RUNNING]?: Set<() => Promise<void>> })[RUNNING] ??= new Set())

/** Registers `stop` until it is called. Returns the function to call in its place. */
export function leftUntilStopped(stop: () => Promise<void>): () => Promise<void> {
  const once = async () => {
    running.delete(once)
    await stop()
  }
  running.add(once)
  return once
}

/** Stops the worlds that earlier files of this process have left running. */
export async function stopLeftovers(): Promise<void> {
  await Promise.all([...running].map((stop) => stop()))
}
