import { defineConfig } from 'vitest/config'

const source = { conditions: ['source'] }

/** The tests of pure functions alone: no database, no server, so that a mutant costs milliseconds. */
export default defineConfig({
  resolve: source,
  ssr: { resolve: source },
  test: {
    // What a mutant breaks for good ends with the mutant: its process is not used again when a test ran out of time.
    pool: 'threads',
    isolate: false,
    include: ['src/shared/*.test.ts', 'src/server/features/{transfers,customers,configuration,webhooks,payments}/*.test.ts'],
    exclude: ['**/*.postgres.test.ts', '**/{store,mirror,routes,end-badly,match-recipient,resume}.test.ts'],
  },
})
