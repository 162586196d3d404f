import { ensurePinnedRuntime } from './runtime.ts'

// This is the only static import, because all other modules need a newer Node version than this
// file does.
if (await ensurePinnedRuntime()) {
  const { compose } = await import('./server/compose.ts')
  const { runUntilSignalled } = await import('./server/life.ts')
  await runUntilSignalled(() => compose(process.env))
}
