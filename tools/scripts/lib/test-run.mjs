// Runs the tests of one size on one database. A failed file is run once more, alone, and the second
// try is recorded.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { ensureBuilt } from '../build.mjs'
import { ensureHeadlessBrowser } from '../ensure-browser.mjs'
import { root, runtimeNode, tool } from './paths.mjs'
import { run } from './run.mjs'
import { MOST_SECOND_TRIES, tryAgain } from './second-try.mjs'
import { testEnv } from './test-env.mjs'

const CHECKS = ['types', 'lint', 'format', 'migrations']
const BUILT = ['conformance', 'flows', 'faults', 'e2e']

/**
 * The projects of vitest.config.ts in each size (test/sizes.ts lists the files): `core` is for `npm
 * test`, `gate` for the additional tests of .ci/run on PostgreSQL, `all` for everything.
 */
export const PROJECTS = {
  core: [...CHECKS, 'unit', 'conformance', 'flows', 'faults', 'e2e'],
  gate: ['platform', 'flows', 'faults'],
  all: [...CHECKS, 'unit', 'conformance', 'flows', 'faults', 'e2e'],
  clone: ['clone'],
}

const RESULTS = path.join(root, 'test-results')
const FLAKY = path.join(RESULTS, 'flaky.json')

/**
 * @typedef {{label: string, passed: number, failed: number, skipped: number, notes: string[],
 * secondTries: number}} Outcome the result of a run; each of `notes` is a line about something
 * irregular
 */

/**
 * Runs the tests of a size.
 *
 * @param {{label: string, size: 'core' | 'gate' | 'all' | 'clone', database?: string, projects?:
 *   string[], record?: boolean, secondTry?: boolean}} asked `database`: the PostgreSQL server to
 *   use, the embedded database by default; `projects`: run only these; `record`: store how long
 *   each file takes
 * @returns {Promise<Outcome>}
 */
export async function runTests({ label, size, database, projects, record, secondTry = false }) {
  mkdirSync(RESULTS, { recursive: true })
  const asked = [...(projects ?? PROJECTS[size])]
  const env = testEnv(size, database)
  const troubles = await prepare(asked, env)
  if (record) env.TEST_RECORD = 'yes'
  const sums = asked.length === 0 ? none(troubles) : await vitest(asked, [], env, troubles)
  const { failedFiles, ...first } = sums
  const { sums: last, saved } = secondTry
    ? await tryAgain(first, failedFiles, (each) => alone(each, env))
    : { sums: first, saved: [] }
  if (saved.length > 0) writeDown(saved, size, database)
  const outcome = { label, ...last, secondTries: saved.length }
  writeFileSync(path.join(RESULTS, `${size}.json`), JSON.stringify(outcome))
  return outcome
}

function alone({ project, file }, env) {
  console.log(`\nOnce more, alone: ${file}\n`)
  return vitest([project], [file], env)
}

/** Prepares the projects. A project whose preparation fails is not run and counts as failed. */
export async function prepare(projects, env) {
  const troubles = []
  const before = async (needing, work) => {
    const waiting = projects.filter((each) => needing.includes(each))
    if (waiting.length === 0) return
    await work().catch((error) => {
      for (const project of waiting) {
        projects.splice(projects.indexOf(project), 1)
        troubles.push({ project, why: `was not run: ${error.message}` })
      }
    })
  }
  await before(BUILT, ensureBuilt)
  await before(['e2e'], async () => {
    env.CHROME_PATH = await ensureHeadlessBrowser()
  })
  return troubles
}

const none = (troubles) => ({
  passed: 0,
  failed: troubles.length,
  skipped: 0,
  notes: troubles.map(({ project, why }) => `${project} ${why}`),
  failedFiles: [],
})

export async function vitest(projects, files, env, troubles = []) {
  const summary = path.join(RESULTS, 'summary.json')
  rmSync(summary, { force: true })
  const { code } = await run(
    runtimeNode(),
    [
      tool.vitest,
      'run',
      ...projects.flatMap((each) => ['--project', each]),
      '--reporter=default',
      '--reporter=./test/support/runner/sums.ts',
      ...files,
    ],
    { env: { ...env, TEST_ASKED: JSON.stringify({ projects, troubles, summary }) } },
  )
  if (!existsSync(summary))
    return none([{ project: 'Vitest', why: `ended without a report (${code}).` }])
  const sums = JSON.parse(readFileSync(summary, 'utf8'))
  if (code !== 0 && sums.failed === 0)
    return { ...sums, failed: 1, notes: [...sums.notes, `Vitest ended with ${code}.`] }
  return sums
}

function writeDown(files, size, database) {
  const before = existsSync(FLAKY) ? JSON.parse(readFileSync(FLAKY, 'utf8')) : []
  const when = { at: new Date().toISOString(), commit: head(), size }
  const where = database ? 'PostgreSQL' : 'embedded'
  const entries = files.map((file) => ({ ...when, database: where, ...file }))
  writeFileSync(FLAKY, `${JSON.stringify([...before, ...entries], null, 2)}\n`)
}

function head() {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  } catch {
    return 'not under version control'
  }
}

export function seconds() {
  const started = performance.now()
  return () => (performance.now() - started) / 1_000
}

/**
 * Prints the results of the runs and, as the last line, their sum; returns the exit code.
 * @param {Outcome[]} outcomes
 * @param {number} took total seconds of all runs
 */
export function conclude(outcomes, took) {
  const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0)
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
  const secondTries = sum('secondTries')
  console.log('')
  for (const outcome of outcomes)
    console.log([`[${outcome.label}] ${lineOf(outcome)}`, ...outcome.notes].join('\n  '))
  if (secondTries > MOST_SECOND_TRIES) {
    console.log(
      `\n${secondTries} files passed on their second try; more than ${MOST_SECOND_TRIES} refuse the run.`,
    )
    total.failed += 1
  } else if (secondTries > 0) {
    console.log(`\nRead what passed on the second try before going on: test-results/flaky.json`)
  }
  console.log(`\nTook ${Math.floor(took / 60)} min ${Math.floor(took % 60)} s.`)
  console.log(lineOf(total))
  return total.failed === 0 ? 0 : 1
}

function lineOf({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
