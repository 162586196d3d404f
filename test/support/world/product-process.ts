import { enableCompileCache, flushCompileCache } from 'node:module'
import type { Overrides } from '#server/compose'

/**
 * The product as a process of its own, for tests that kill it: as src/main.ts, with overrides from
 * TEST_OVERRIDES (JSON), stopped at whatever step a test wants when TEST_CHECKPOINTS names the desk
 * to ask (with TEST_CHECKPOINTS_EVERYWHERE not only in drains), with its clock TEST_CLOCK_AHEAD_MS
 * ahead until its parent sends another number, and as the user TEST_USER. It ends with the test
 * that started it, however that one ends.
 */
process.on('disconnect', () => process.exit(1))
// It is started again and again, and compiling is half of a start; a killed process keeps nothing,
// so compiled code is kept immediately.
enableCompileCache()
const [{ compose }, { runUntilSignalled }, { systemClock }, { withCheckpoints }] =
  await Promise.all([
    import('#server/compose'),
    import('#server/life'),
    import('#server/platform/clock'),
    import('./checkpoints.ts'),
  ])
// Only root can become another user: for tests of what a product not run as root may not do.
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
