import { afterAll, beforeEach } from 'vitest'
import { midnightClock, testBegins } from './midnight.ts'

beforeEach(({ task }) =>
  testBegins(/\/test\/(flows|faults|e2e|conformance)\//.test(task.file.filepath)),
)

// A file that the clock was never set for would be green for nothing.
afterAll(() => {
  if (!midnightClock()?.isSet()) throw new Error('No world was ready: the clock was never set')
})
