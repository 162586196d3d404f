import os from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const source = { conditions: ['source'] }

/** What exists only there, several processes on one database above all: with the embedded one there is nothing to run. */
const POSTGRES_ONLY = process.env['TEST_DATABASE_URL'] ? [] : ['**/*.postgres.test.ts']

/** Those that take longest, so that none of them is begun last and then waited for alone. Vitest itself goes by the size of the file. */
const LONGEST = [
  'crash-points',
  'road-faults',
  'instances',
  'accessibility',
  'bad-answers',
  'profile',
  'failure-mail',
  'plumbers-year',
  'transfer-causes',
  'settings-errors',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((name) => moduleId.includes(`/${name}.`))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** Files that scripts/test.mjs leaves out of a part of a project. */
const LEFT_OUT = (process.env['TEST_LEFT_OUT'] ?? '').split(',').filter(Boolean)

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
    exclude: [...configDefaults.exclude, ...POSTGRES_ONLY, ...LEFT_OUT],
    sequence: { sequencer: LongestFirst },
    projects: [
      // Nearly all of them are pure functions: a process for each file would spend its time on reading what the last one had read.
      { extends: true, test: { name: 'unit', isolate: false, include: ['src/**/*.test.{ts,tsx}', 'test/*.test.ts'] } },
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
