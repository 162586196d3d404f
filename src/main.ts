import { ensurePinnedRuntime } from './runtime.ts'

// Nothing else may be imported statically: what follows does not even load on the oldest Node that
// can run this file.
if (await ensurePinnedRuntime()) {
  const { compose } = await import('./server/compose.ts')
  const { runUntilSignalled } = await import('./server/life.ts')
  await runUntilSignalled(() => compose(process.env))
}
