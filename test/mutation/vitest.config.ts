import { defineConfig } from 'vitest/config'

const source = { conditions: ['source'] }

/** Only tests of pure functions: no database, no server, so that a mutant costs milliseconds. */
export default defineConfig({
  resolve: source,
  ssr: { resolve: source },
  test: {
    // A permanent effect of a mutant ends with it: its process is not reused when a test ran out of
    // time.
    pool: 'threads',
    isolate: false,
    // A mutant that never ends must cost little, and a property on a busy machine must not fail.
    testTimeout: 20_000,
    include: [
      'src/shared/*.test.ts',
      'src/server/features/{vat,drafts,service-jobs,reservations,customers,intake,payments}/*.test.ts',
      'src/server/features/drafts/collective/*.test.ts',
      'src/server/features/product-sync/{price-sync/plan-prices,smart-sync/plan-sync}.test.ts',
      'src/server/features/billing/{calendar,subscriptions/next-step,settings/effect,bills/bill-draft}.test.ts',
    ],
    exclude: ['**/*.postgres.test.ts', '**/{store,match-recipient}.test.ts', '**/*routes.test.ts'],
  },
})
