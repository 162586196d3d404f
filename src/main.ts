import { ensurePinnedRuntime } from './runtime.ts'

// The only static import: everything else needs a newer Node than the oldest that can run this
// file.
if (await ensurePinnedRuntime()) {
  const { compose } = await import('./server/compose.ts')
  const { runUntilSignalled } = await import('./server/life.ts')
  await runUntilSignalled(() => compose(process.env))
}
