import { compose, type Overrides } from '#server/compose'
import { runUntilSignalled } from '#server/life'
import { withCheckpoints } from './checkpoints.ts'

/**
 * The product as a process of its own, for tests that kill it: as src/main.ts, with what may be replaced read from TEST_OVERRIDES (JSON),
 * and stopped at whatever step a test wants when TEST_CHECKPOINTS says where to ask. It ends with the test that started it, however that
 * one ends.
 */
process.on('disconnect', () => process.exit(1))
const overrides = JSON.parse(process.env['TEST_OVERRIDES'] ?? '{}') as Overrides
const checkpoints = process.env['TEST_CHECKPOINTS']
await runUntilSignalled(async () =>
  compose(process.env, { ...overrides, ...(checkpoints ? await withCheckpoints(checkpoints, process.env) : {}) }),
)
