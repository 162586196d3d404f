import path from 'node:path'
import { fileURLToPath } from 'node:url'

const here = path.dirname(fileURLToPath(import.meta.url))
const features = 'src/server/features'

/** The files to mutate: pure code about money, VAT, recipients and drafts, with unit tests. */
const MUTATED = Object.entries({
  'src/shared': 'money decimal names payment-status collective',
  [`${features}/vat`]: 'vat mapping-check',
  [`${features}/drafts`]:
    'line-vat lines labour missing-rates draft texts truncate totals-check draft-diff draft-uuid',
  [`${features}/drafts/collective`]: 'collect-draft named-jobs parts shares',
  [`${features}/service-jobs`]: 'eligibility',
  [`${features}/reservations`]: 'absence',
  [`${features}/customers`]: 'match likeness contact-index recipient recipient-name address',
  [`${features}/intake`]: 'webhook-body',
  [`${features}/payments`]: 'judge plan-write-back',
  [`${features}/product-sync/price-sync`]: 'plan-prices',
  [`${features}/product-sync/smart-sync`]: 'plan-sync',
  [`${features}/billing`]: 'calendar',
  [`${features}/billing/subscriptions`]: 'next-step',
  [`${features}/billing/settings`]: 'effect',
  [`${features}/billing/bills`]: 'bill-draft bill-uuid recipient',
}).flatMap(([folder, names]) => names.split(' ').map((name) => `${folder}/${name}.ts`))

const only = (process.env['MUTATE_ONLY'] ?? '').split(',').filter(Boolean)

export default {
  plugins: [path.join(here, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  mutate:
    only.length === 0
      ? MUTATED
      : MUTATED.filter((file) => only.some((name) => file.endsWith(`/${name}.ts`))),
  ignorePatterns: [
    '*',
    '!src/**',
    '!tools/sandbox/**',
    '!test/support/**',
    '!test/mutation/*.ts',
    '!package.json',
    '!tsconfig*.json',
    '!migrations/**',
  ],
  coverageAnalysis: 'perTest',
  ignoreStatic: false,
  concurrency: 2,
  reporters: ['json', 'clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, reportTests: false, reportScoreTable: true },
  jsonReporter: { fileName: 'test-results/mutation.json' },
  tempDirName: 'test-results/stryker',
  disableTypeChecks: false,
  allowEmpty: false,
}
