import { compose, type Overrides } from '#server/compose'
import { runUntilSignalled } from '#server/life'

/**
 * The product as a process of its own, for tests that kill it: as src/main.ts, with what may be replaced read from TEST_OVERRIDES (JSON).
 * It ends with the test that started it, however that one ends.
 */
process.on('disconnect', () => process.exit(1))
const overrides = JSON.parse(process.env['TEST_OVERRIDES'] ?? '{}') as Overrides
await runUntilSignalled(() => compose(process.env, overrides))
