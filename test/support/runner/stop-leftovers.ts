import { stopLeftovers } from './leftovers.ts'

// A set-up file: Vitest runs it before each test file.
await stopLeftovers()
