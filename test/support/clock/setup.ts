import { afterAll, beforeEach } from 'vitest'
import { midnightClock, testBegins } from './midnight.ts'

beforeEach(({ task }) =>
  testBegins(/\/test\/(flows|faults|e2e|conformance)\//.test(task.file.filepath)),
)

// Without this, a file for which the clock was never set would pass for nothing.
afterAll(() => {
  if (!midnightClock()?.isSet()) throw new Error('No world was ready: the clock was never set')
})
