import os from 'node:os'
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { filesOf } from './test/sizes.ts'
import LongestFirst from './test/support/runner/longest-first.ts'

const source = { conditions: ['source'] }
const onPostgres = Boolean(process.env['TEST_DATABASE_URL'])

/**
 * Tests that need PostgreSQL, mainly because they run several processes against one database;
 * excluded on the embedded database.
 */
const POSTGRES_ONLY = onPostgres ? [] : ['**/*.postgres.test.ts']

/**
 * Timeout in milliseconds for tests that hang, long enough for a busy machine. Each test sets its
 * own deadlines for what it waits for (`until` in test/support/wait.ts).
 */
const PATIENCE_MS = 600_000

/**
 * Numbers of parallel workers. A flow test mostly waits for a server or a database, so there are
 * more workers than cores; fewer with the embedded database in the same process, or with a browser.
 * On PostgreSQL, one more world would take more connections than a server gives by default.
 */
const cores = os.availableParallelism()
const BUSY = Math.max(2, cores)
const WITH_BROWSER = Math.max(4, cores)
const WAITING = Math.max(onPostgres ? 4 : 3, cores)

type Options = NonNullable<TestProjectInlineConfiguration['test']>

/** Projects with the same `order` run in parallel, after the projects with a lower one. */
const project = (name: string, order: number, maxWorkers: number, options: Options) => ({
  extends: true as const,
  test: { name, maxWorkers, sequence: { groupOrder: order }, ...options },
})
/**
 * Returns a project whose tests start the product. One process runs several files, because loading
 * the product takes seconds. Fault tests start separate processes and are isolated, which also
 * makes Vitest run them first: they take longest.
 */
const world = (name: string, order: number, maxWorkers: number, include: string[]) => {
  const isolate = name === 'faults'
  return project(name, order, maxWorkers, {
    include,
    isolate,
    testTimeout: isolate ? 3 * PATIENCE_MS : PATIENCE_MS,
    setupFiles: ['test/support/runner/stop-leftovers.ts'],
    globalSetup: [
      ...(onPostgres ? ['test/support/runner/template-database.ts'] : []),
      ...(isolate && !onPostgres ? ['test/support/runner/template-folder.ts'] : []),
      ...(isolate ? ['test/support/runner/bundled-product.ts'] : []),
    ],
  })
}
/** Returns a project that runs a tool over the whole repository as a test. */
const check = (name: string) => project(name, 0, BUSY, { include: [`test/checks/${name}.test.ts`] })

/** Unit tests are beside the code they test; flow, fault and browser tests are under test/. */
export default defineConfig({
  resolve: source,
  ssr: { resolve: source },
  test: {
    pool: 'forks',
    testTimeout: PATIENCE_MS,
    hookTimeout: PATIENCE_MS,
    // The default of one second is too short for a busy machine.
    expect: { poll: { timeout: 300_000 } },
    exclude: [...configDefaults.exclude, ...POSTGRES_ONLY],
    sequence: { sequencer: LongestFirst },
    projects: [
      ...['lint', 'types', 'format', 'migrations'].map(check),
      // Nearly all unit tests test pure functions, so a process per file would spend its time
      // loading the modules that the last one had loaded.
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
