import { compose, type Overrides } from '#server/compose'
import { runUntilSignalled } from '#server/life'
import { systemClock } from '#server/platform/clock'
import { withCheckpoints } from './checkpoints.ts'

/**
 * The product as a process of its own, for tests that kill it: as src/main.ts, with what may be replaced read from TEST_OVERRIDES (JSON),
 * stopped at whatever step a test wants when TEST_CHECKPOINTS says where to ask, and with its clock TEST_CLOCK_AHEAD_MS ahead. It ends with the test that started it, however that
 * one ends.
 */
process.on('disconnect', () => process.exit(1))
const overrides = JSON.parse(process.env['TEST_OVERRIDES'] ?? '{}') as Overrides
const ahead = Number(process.env['TEST_CLOCK_AHEAD_MS'] ?? 0)
if (ahead > 0) overrides.clock = { ...systemClock, now: () => Date.now() + ahead }
const checkpoints = process.env['TEST_CHECKPOINTS']
await runUntilSignalled(async () =>
  compose(process.env, { ...overrides, ...(checkpoints ? await withCheckpoints(checkpoints, process.env) : {}) }),
)
