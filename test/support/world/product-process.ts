import { enableCompileCache, flushCompileCache } from 'node:module'
import type { Overrides } from '#server/compose'

/**
 * Runs the product like src/main.ts, as a separate process that tests can kill. TEST_OVERRIDES
 * contains overrides as JSON. TEST_CHECKPOINTS is the URL of the desk to ask at each checkpoint,
 * also outside drains with TEST_CHECKPOINTS_EVERYWHERE. TEST_CLOCK_AHEAD_MS sets the clock ahead
 * until the parent process sends another number. TEST_USER is the id of the user to run as. The
 * process exits when the test that started it ends in any way.
 */
process.on('disconnect', () => process.exit(1))
// The process is started many times, and compiling takes half of a start. A killed process writes
// no cache, so compiled code is flushed to the cache immediately.
enableCompileCache()
const [{ compose }, { runUntilSignalled }, { systemClock }, { withCheckpoints }] =
  await Promise.all([
    import('#server/compose'),
    import('#server/life'),
    import('#server/platform/clock'),
    import('./checkpoints.ts'),
  ])
// Only root can switch to another user. Used to test what a product without root rights may not do.
const user = Number(process.env['TEST_USER'] ?? 0)
if (user > 0) {
  process.setegid?.(user)
  process.seteuid?.(user)
}
const overrides = JSON.parse(process.env['TEST_OVERRIDES'] ?? '{}') as Overrides
let ahead = Number(process.env['TEST_CLOCK_AHEAD_MS'] ?? 0)
overrides.clock = { ...systemClock, now: () => Date.now() + ahead }
process.on('message', (aheadMs: number) => {
  ahead = aheadMs
  process.send?.(aheadMs)
})
const checkpoints = process.env['TEST_CHECKPOINTS']
await runUntilSignalled(async () => {
  const everywhere = process.env['TEST_CHECKPOINTS_EVERYWHERE'] === '1'
  const more = checkpoints ? await withCheckpoints(checkpoints, process.env, everywhere) : {}
  const running = await compose(process.env, { ...overrides, ...more })
  flushCompileCache()
  return running
})
