import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { SerializedError } from 'vitest'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

const MESSAGE_LINES = 12
const MESSAGE_WIDTH = 300

interface Sums {
  passed: number
  failed: number
  skipped: number
}

/**
 * Input from tools/scripts/lib/test-run.mjs: the projects to report, the projects that could not be
 * prepared and therefore not run, and the path of the summary file.
 */
interface Asked {
  projects: string[]
  troubles: { project: string; why: string }[]
  summary: string
}

interface FailedFile {
  project: string
  file: string
  tests: { name: string; note: string }[]
}

/**
 * Prints at the end how many tests of each project passed and failed, and writes the totals and the
 * failed files for tools/scripts/lib/test-run.mjs. Also counts failures that belong to no test: a
 * file that could not be loaded, a project without tests, an error outside any test.
 */
export default class SumsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const { TEST_ASKED, TEST_RECORD } = process.env
    const { projects, troubles, summary } = JSON.parse(TEST_ASKED ?? '{}') as Asked
    const rows = projects.map((project) =>
      rowOf(
        project,
        modules.filter((module) => module.project.name === project),
      ),
    )
    for (const { project, why } of troubles) rows.push(failure(project, why))
    for (const error of errors)
      rows.push(failure('outside of every test', beginning([error.message])))

    const sum = (key: keyof Sums) => rows.reduce((total, row) => total + row[key], 0)
    const sums = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
    const notes = rows.flatMap((row) => row.notes)
    const width = Math.max(...rows.map(({ project }) => project.length))
    const table = rows.map((row) => {
      const took = `${row.seconds.toFixed(0)} s`.padStart(7)
      return `  ${row.project.padEnd(width)} ${took}  ${lineOf(row)}`
    })
    const head = 'Seconds are those of all files of a project, which run side by side.'
    process.stdout.write(
      `\n${[head, ...table, ...notes.map((note) => `  ! ${note}`)].join('\n')}\n`,
    )

    const failedFiles = rows.flatMap((row) => row.failedFiles)
    mkdirSync(path.dirname(summary), { recursive: true })
    writeFileSync(summary, JSON.stringify({ ...sums, notes, failedFiles }))
    if (TEST_RECORD) recordDurations(modules)
    if (sums.failed > 0) process.exitCode = 1
  }
}

interface Row extends Sums {
  project: string
  notes: string[]
  failedFiles: FailedFile[]
  seconds: number
}

function failure(project: string, why: string): Row {
  const nothing = { passed: 0, skipped: 0, failedFiles: [], seconds: 0 }
  return { ...nothing, project, failed: 1, notes: [`${project}: ${why}`] }
}

function rowOf(project: string, modules: readonly TestModule[]): Row {
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  if (modules.length === 0) return failure(project, 'no tests were found')
  const inState = (state: string) => tests.filter((test) => test.result().state === state)
  const failed = inState('failed')
  const passed = inState('passed').length
  const skipped = tests.filter((test) => !['passed', 'failed'].includes(test.result().state))
  const unloaded = modules.filter(
    (module) => module.state() === 'failed' && !failed.some((test) => test.module === module),
  )
  const failures = [
    ...failed.map((test) => ({
      file: test.module.relativeModuleId,
      name: test.fullName,
      note: `${project}: failed: ${test.fullName}\n${beginning(messagesOf(test))}`,
    })),
    ...unloaded.map((module) => ({
      file: module.relativeModuleId,
      name: 'the file itself',
      note: `${project}: could not be run: ${module.relativeModuleId}\n${beginning(errorsOf(module))}`,
    })),
  ]
  return {
    project,
    passed,
    failed: failures.length,
    skipped: skipped.length,
    seconds: modules.reduce((sum, module) => sum + secondsOf(module), 0),
    notes: [
      ...failures.map(({ note }) => note),
      ...skipped.map((test) => `${project}: skipped: ${test.fullName}`),
    ],
    failedFiles: [...Map.groupBy(failures, ({ file }) => file)].map(([file, of]) => ({
      project,
      file,
      tests: of.map(({ name, note }) => ({ name, note })),
    })),
  }
}

/** Returns each error's stack with its cause, which can be the value that a wait last observed. */
const messagesOf = (test: TestCase) =>
  (test.result().errors ?? []).map(({ message, stack, cause }) =>
    [stack ?? message, cause ? `Caused by: ${(cause as Error).message}` : ''].join('\n'),
  )

const errorsOf = (module: TestModule) =>
  [module, ...module.children.allSuites()].flatMap((each) =>
    each.errors().map(({ message }) => message),
  )

/** Returns the first lines of the messages, for readers who see only the end of the output. */
function beginning(messages: readonly string[]): string {
  const lines = messages
    .join('\n')
    .split('\n')
    .filter((line) => !/node_modules|<anonymous>/.test(line))
  return lines
    .slice(0, MESSAGE_LINES)
    .map((line) => `      ${line.slice(0, MESSAGE_WIDTH)}`)
    .join('\n')
}

const RECORD = path.join(import.meta.dirname, 'durations.json')

/** Writes this run's durations in seconds to durations.json; keeps those of other files. */
function recordDurations(modules: readonly TestModule[]): void {
  const before = JSON.parse(readFileSync(RECORD, 'utf8')) as Record<string, number>
  const ran = modules.map((module): [string, number] => [
    module.relativeModuleId,
    Math.round(secondsOf(module)),
  ])
  const all = Object.entries({ ...before, ...Object.fromEntries(ran) })
  const kept = all.filter(([file]) => file.startsWith('test/') && existsSync(file)).sort()
  writeFileSync(RECORD, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`)
}

/** Returns the file's duration in seconds, with loading: most files start their world meanwhile. */
function secondsOf(module: TestModule): number {
  const { duration, collectDuration } = module.diagnostic()
  return (duration + collectDuration) / 1_000
}

function lineOf({ passed, failed, skipped }: Sums): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
