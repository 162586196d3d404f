import { afterAll, afterEach } from 'vitest'
import { clearFaults, stopLeftovers } from './leftovers.ts'

// A set-up file: Vitest runs it before each test file. A file that fails while it makes its world
// never reaches its afterAll, and the next file of the process must not run beside what it left.
await stopLeftovers()

afterEach(clearFaults)
afterAll(stopLeftovers)
