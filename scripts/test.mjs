// npm test: on a fresh clone everything from types to the browser, and at the end one line with the sums.
//   npm test -- --only=flows,faults     some stages: types lint format migrations unit conformance flows faults e2e,
//                                       and some that run only by name: platform, rows and kills (parts of them, see below), clone
//   TEST_DATABASE_URL=postgres://… npm test     the same on PostgreSQL
import { mkdirSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureBrowser } from './ensure-browser.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { root, runtimeNode, tool } from './lib/paths.mjs'
import { inParallel, main, run, Trouble } from './lib/run.mjs'
import { testEnv } from './lib/test-env.mjs'
import { runProject } from './lib/vitest-run.mjs'

/** In the order in which they are begun: the longest first, so that the last to end is not waited for alone. */
const CHECKS = {
  lint: [['lint', tool.eslint, '.', '--max-warnings', '0']],
  types: [
    ['types of the tests', tool.tsc, '-p', 'tsconfig.test.json', '--noEmit'],
    ['types of the server', tool.tsc, '-p', 'tsconfig.server.json', '--noEmit'],
    ['types of the browser', tool.tsc, '-p', 'tsconfig.web.json', '--noEmit'],
  ],
  format: [['format', tool.prettier, '--check', '.', '--log-level', 'warn']],
  migrations: [['migrations match the tables', path.join(root, 'scripts/check-migrations.mjs')]],
}
const PROJECTS = ['unit', 'conformance', 'flows', 'faults', 'e2e']
/**
 * On the embedded database these go side by side: they wait for a server, each in its own time. On PostgreSQL the worlds of both would take
 * more connections than a server gives.
 */
const TOGETHER = ['flows', 'rows', 'faults', 'kills']
/**
 * Flows about what vendors and people say and what we make of it. They write no row that the others do not write, so CI tries them on
 * PostgreSQL alone; a plain `npm test` tries them on whichever database it is given.
 */
const OF_WORDS = ['bad-answers', 'call-budget', 'invoice-mode', 'plumbers-year', 'scenarios-*', 'vendor-clients']
/** Run only when they are asked for: Vitest's project, the files of it, and those left out. */
const EXTRA = {
  platform: ['unit', ['src/server/platform']],
  /** What is kept: all flows but those of words. */
  rows: ['flows', [], OF_WORDS.map((name) => `test/flows/${name}.test.ts`)],
  /** What a database must survive itself; the other faults are the vendors'. */
  kills: ['faults', ['test/faults/crash-points', 'test/faults/road-faults', 'test/faults/restored-backup']],
  clone: ['clone', []],
}
const STAGES = [...Object.keys(CHECKS), ...PROJECTS]
/** Of these, none needs the build. */
const WITHOUT_BUILD = new Set(['unit', 'platform', 'clone'])
const BUILD = 'build and size budgets'

await main(async () => {
  const stages = stagesAskedFor(process.argv.slice(2))
  const rows = []
  const record = (stage, counts) => rows.push({ stage, notes: [], skipped: 0, ...counts })
  try {
    await ensureInstalled()
  } catch (error) {
    console.error(error.message)
    record('installation', { passed: 0, failed: 1, notes: ['nothing could be installed, so nothing was run'] })
    return close(rows)
  }
  const env = testEnv()
  const projects = [...PROJECTS, ...Object.keys(EXTRA)].filter((each) => stages.includes(each))
  const together = projects.length > 1 && projects.includes('unit')

  // What waits for the compiler most of the time goes side by side; the rest measures time, or has a browser, and goes alone.
  const checks = Object.keys(CHECKS).filter((each) => stages.includes(each))
  const tasks = checks.flatMap((stage) => CHECKS[stage].map((check) => () => staticCheck(check, env)))
  if (projects.some((each) => !WITHOUT_BUILD.has(each))) tasks.splice(1, 0, build)
  if (together) tasks.splice(1, 0, () => vitest('unit', env, true))
  for (const row of await inParallel(tasks, Math.min(4, Math.max(2, os.availableParallelism())))) record(row.stage, row)

  const left = projects.filter((each) => !(together && each === 'unit'))
  const possible = await usable(left, rows, env, record)
  for (const group of env.TEST_DATABASE_URL ? possible.map((each) => [each]) : grouped(possible)) {
    for (const row of await Promise.all(group.map((project) => vitest(project, env, group.length > 1)))) record(row.stage, row)
  }
  return close(rows)
})

/** In their order, those that go together where the first of them stands. */
function grouped(projects) {
  const together = projects.filter((each) => TOGETHER.includes(each))
  const groups = projects.filter((each) => !together.includes(each) || each === together[0])
  return groups.map((each) => (each === together[0] ? together : [each]))
}

function stagesAskedFor(args) {
  const only = args.find((each) => each.startsWith('--only='))?.slice('--only='.length)
  const strange = args.filter((each) => !each.startsWith('--only='))
  const stages = only ? only.split(',') : STAGES
  const known = [...STAGES, ...Object.keys(EXTRA)]
  strange.push(...stages.filter((each) => !known.includes(each)))
  if (strange.length > 0) throw new Trouble(`Unknown: ${strange.join(' ')}. Use npm test -- --only=${known.join(',')}`, 2)
  return stages
}

async function staticCheck([name, ...args], env) {
  const { value, seconds } = await timed(() => run(runtimeNode(), args, { env, capture: true }))
  const { code, output } = value
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}${code === 0 ? '' : `\n${output.trim()}`}`)
  const outcome = code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, notes: [`${name}: failed`] }
  return { stage: name, ...outcome, seconds }
}

async function build() {
  const { value, seconds } = await timed(() =>
    ensureBuilt().then(
      () => undefined,
      (error) => error,
    ),
  )
  if (value) console.error(value.message)
  return { stage: BUILD, passed: value ? 0 : 1, failed: value ? 1 : 0, seconds }
}
async function vitest(stage, env, quiet) {
  const [project, files, leftOut = []] = EXTRA[stage] ?? [stage, []]
  const title = `\n=== ${stage}${env.TEST_DATABASE_URL ? ' on PostgreSQL' : ''} ===`
  if (!quiet) console.log(title)
  const { value, seconds } = await timed(() =>
    runProject(project, { env: { ...env, TEST_LEFT_OUT: leftOut.join() }, files, capture: quiet }),
  )
  if (quiet) console.log(`${title}\n${value.output.trim()}\n`)
  return { stage, ...value, seconds }
}

async function timed(work) {
  const started = performance.now()
  const value = await work()
  return { value, seconds: (performance.now() - started) / 1_000 }
}

/** The projects that can be run: those that need it only when it is built, and the browser's only with one. What cannot counts as failed. */
async function usable(projects, rows, env, record) {
  const unbuilt = rows.find((row) => row.stage === BUILD && row.failed > 0)
  if (unbuilt) unbuilt.notes = ['the build failed: what needs it was not run']
  const possible = unbuilt ? projects.filter((each) => WITHOUT_BUILD.has(each)) : projects
  if (!possible.includes('e2e')) return possible
  try {
    env.CHROME_PATH = await ensureBrowser()
    return possible
  } catch (error) {
    console.error(error.message)
    record('e2e', { passed: 0, failed: 1, notes: ['there is no browser: e2e was not run'] })
    return possible.filter((each) => each !== 'e2e')
  }
}

/** Prints the table and the closing line; answers the exit code. */
function close(rows) {
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0)
  const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')]
  console.log('\nA check counts as one test.')
  const width = Math.max(...rows.map(({ stage }) => stage.length))
  for (const row of rows) {
    const took = row.seconds === undefined ? '' : `${row.seconds.toFixed(0)} s`
    console.log(`  ${row.stage.padEnd(width)}  ${took.padStart(6)}  ${line(row)}`)
  }
  const notes = rows.flatMap((row) => row.notes).map((note) => `  ! ${note}`)
  for (const note of notes) console.log(note)
  mkdirSync(path.join(root, 'test-results'), { recursive: true })
  // .ci/run adds up several runs, each under a name of its own, and prints the one closing line itself.
  const { TEST_LABEL: label, TEST_SUMMARY: name } = process.env
  const file = name ? `summary-${name}.json` : 'summary.json'
  writeFileSync(path.join(root, 'test-results', file), `${JSON.stringify({ passed, failed, skipped, notes })}\n`)
  console.log(`\n${label ? `[${label}] ` : ''}${line({ passed, failed, skipped })}`)
  return failed === 0 ? 0 : 1
}

function line({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
