import os from 'node:os'
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { filesOf } from './test/sizes.ts'
import LongestFirst from './test/support/runner/longest-first.ts'

const source = { conditions: ['source'] }
const onPostgres = Boolean(process.env['TEST_DATABASE_URL'])

/**
 * What exists only there, several processes on one database above all: with the embedded one there
 * is nothing to run.
 */
const POSTGRES_ONLY = onPostgres ? [] : ['**/*.postgres.test.ts']

/**
 * A test says itself what it waits for, and for how long (`until` in test/support/wait.ts). Vitest
 * only ends what hangs without a word, on a busy machine too.
 */
const PATIENCE_MS = 600_000

/**
 * A flow waits for a server or a database, so there are more at work than there are cores; with the
 * embedded database in the same process, or with a browser, less. On PostgreSQL one more world would
 * take more connections than a server gives by default.
 */
const cores = os.availableParallelism()
const BUSY = Math.max(2, cores)
const WITH_BROWSER = Math.max(4, cores)
const WAITING = Math.max(onPostgres ? 4 : 3, cores)

type Options = NonNullable<TestProjectInlineConfiguration['test']>

/** Projects of one `order` run side by side, those of a lower one before. */
const project = (name: string, order: number, maxWorkers: number, options: Options) => ({
  extends: true as const,
  test: { name, maxWorkers, sequence: { groupOrder: order }, ...options },
})
/**
 * Those that start the product. One process runs file after file: each would spend seconds on
 * loading the product again. Faults begin processes of their own, and are isolated, which also
 * makes Vitest begin with them: they take longest.
 */
const world = (name: string, order: number, maxWorkers: number, include: string[]) => {
  const isolate = name === 'faults'
  return project(name, order, maxWorkers, {
    include,
    isolate,
    testTimeout: isolate ? 3 * PATIENCE_MS : PATIENCE_MS,
    globalSetup: [
      ...(onPostgres ? ['test/support/runner/template-database.ts'] : []),
      ...(isolate && !onPostgres ? ['test/support/runner/template-folder.ts'] : []),
      ...(isolate ? ['test/support/runner/bundled-product.ts'] : []),
    ],
  })
}
/** A tool over the whole repository, as a test. */
const check = (name: string) => project(name, 0, BUSY, { include: [`test/checks/${name}.test.ts`] })

/** Unit tests stand beside what they test; flow, fault and browser tests live under test/. */
export default defineConfig({
  resolve: source,
  ssr: { resolve: source },
  test: {
    pool: 'forks',
    testTimeout: PATIENCE_MS,
    hookTimeout: PATIENCE_MS,
    // By default one second, which is an idle machine's.
    expect: { poll: { timeout: 300_000 } },
    exclude: [...configDefaults.exclude, ...POSTGRES_ONLY],
    sequence: { sequencer: LongestFirst },
    projects: [
      ...['lint', 'types', 'format', 'migrations'].map(check),
      // Nearly all of them are pure functions: a process for each file would spend its time on
      // reading what the last one had read.
      project('unit', 0, BUSY, {
        isolate: false,
        include: ['src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts', 'test/*.test.ts'],
      }),
      world('platform', 1, WAITING, [
        'src/server/platform/{database/*,limiter/*,log,queue}.test.ts',
      ]),
      world('conformance', 1, WAITING, ['test/conformance/**/*.test.ts']),
      world('flows', 1, WAITING, filesOf('flows')),
      world('faults', 1, WAITING, filesOf('faults')),
      world('e2e', 2, WITH_BROWSER, filesOf('e2e')),
      project('clone', 3, 1, {
        include: ['test/clone/**/*.test.ts'],
        testTimeout: 2 * PATIENCE_MS,
      }),
    ],
  },
})
