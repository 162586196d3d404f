import { defineConfig } from 'vitest/config'

const source = { conditions: ['source'] }

/** Runs only tests of pure functions, so that testing a mutant takes milliseconds. */
export default defineConfig({
  resolve: source,
  ssr: { resolve: source },
  test: {
    // The process is not reused after a timeout, so that a mutant's lasting effects end with it.
    pool: 'threads',
    isolate: false,
    // Short enough to stop a mutant in an endless loop early, but long enough for a property test
    // on a busy machine.
    testTimeout: 20_000,
    include: [
      'src/shared/*.test.ts',
      'src/server/features/{vat,drafts,service-jobs,reservations,customers,intake,payments}/*.test.ts',
      'src/server/features/drafts/collective/*.test.ts',
      'src/server/features/product-sync/{price-sync/plan-prices,smart-sync/plan-sync}.test.ts',
      'src/server/features/billing/{calendar,subscriptions/next-step,settings/effect,bills/bill-draft}.test.ts',
    ],
    exclude: ['**/*.postgres.test.ts', '**/{store,plan-recipient}.test.ts', '**/*routes.test.ts'],
  },
})
