import { afterAll, beforeEach } from 'vitest'
import { midnightClock, testBegins } from './midnight.ts'

beforeEach(({ task }) =>
  testBegins(/\/test\/(flows|faults|e2e|conformance)\//.test(task.file.filepath)),
)

// Otherwise a test file in which the clock was never set would pass without testing midnight.
afterAll(() => {
  if (!midnightClock()?.isSet()) throw new Error('No world was ready: the clock was never set')
})
