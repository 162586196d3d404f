import os from 'node:os'
import { defineConfig } from 'vitest/config'

const source = { conditions: ['source'] }

/** Unit tests stand beside what they test; flow, fault and browser tests live under test/. */
export default defineConfig({
  resolve: source,
  ssr: { resolve: source },
  test: {
    pool: 'forks',
    // A test file mostly waits, for a server or a database: Vitest's own number leaves one of two cores idle.
    maxWorkers: Math.max(2, os.availableParallelism() - 1),
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'unit', include: ['src/**/*.test.{ts,tsx}', 'test/*.test.ts'] } },
      {
        extends: true,
        test: { name: 'conformance', include: ['test/conformance/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 180_000 },
      },
      { extends: true, test: { name: 'flows', include: ['test/flows/**/*.test.ts'] } },
      { extends: true, test: { name: 'faults', include: ['test/faults/**/*.test.ts'], testTimeout: 120_000 } },
      { extends: true, test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'], testTimeout: 120_000 } },
      {
        extends: true,
        test: { name: 'clone', include: ['test/clone/**/*.test.ts'], testTimeout: 600_000, hookTimeout: 600_000 },
      },
    ],
  },
})
