import type { Sandbox } from '#sandbox/start'

interface Running {
  stop: () => Promise<void>
  sandbox: Sandbox | undefined
}

/**
 * What the tests of a file have started, in order. Kept on globalThis, because Vitest can load this
 * module again for each file.
 */
const RUNNING = Symbol.for('fakturabro.started')
const running = ((globalThis as { [RUNNING]?: Set<Running> })[RUNNING] ??= new Set())

/**
 * Registers what is stopped after the file's tests unless a test stops it earlier. The faults of its
 * sandbox are cleared after each test. Returns the function that stops it, once.
 */
export function stoppedAtEnd(stop: () => Promise<void>, sandbox?: Sandbox): () => Promise<void> {
  let stopping: Promise<void> | null = null
  const started: Running = {
    sandbox,
    stop: () => {
      running.delete(started)
      return (stopping ??= stop())
    },
  }
  running.add(started)
  return started.stop
}

/** Stops the newest first: a world before the proxy that it was given. */
export async function stopLeftovers(): Promise<void> {
  for (const { stop } of [...running].reverse()) await stop()
}

export function clearFaults(): void {
  for (const { sandbox } of running) sandbox?.world.faults.clear()
}
