import { mkdirSync, writeFileSync } from 'node:fs'
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

/** What scripts/test.mjs asks for, and what it could not prepare, so that it was not run. */
interface Asked {
  projects: string[]
  troubles: { project: string; why: string }[]
}

/**
 * Says in the end how many tests passed and failed, project by project and in one closing line,
 * and writes the sums to test-results, where .ci/run adds up several runs. What a count of tests
 * would hide is counted as failed too: a file that could not be loaded, a project without a single
 * test, an error outside any test.
 */
export default class SumsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const { TEST_ASKED, TEST_LABEL: label, TEST_SUMMARY: name, TEST_RECORD } = process.env
    const { projects, troubles } = JSON.parse(TEST_ASKED ?? '{}') as Asked
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
    const notes = rows.flatMap((row) => row.notes).map((note) => `  ! ${note}`)
    const width = Math.max(...rows.map(({ project }) => project.length))
    const table = rows.map((row) => {
      const took = `${row.seconds.toFixed(0)} s`.padStart(7)
      return `  ${row.project.padEnd(width)} ${took}  ${lineOf(row)}`
    })
    const head = 'Seconds are those of all files of a project, which run side by side.'
    const closing = `\n${label ? `[${label}] ` : ''}${lineOf(sums)}`
    process.stdout.write(`\n${[head, ...table, ...notes, closing].join('\n')}\n`)

    const folder = path.resolve('test-results')
    mkdirSync(folder, { recursive: true })
    const write = (file: string, content: unknown) => {
      writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
    }
    write(path.join(folder, name ? `summary-${name}.json` : 'summary.json'), { ...sums, notes })
    if (TEST_RECORD) write(path.join(import.meta.dirname, 'durations.json'), durationsOf(modules))
    if (sums.failed > 0) process.exitCode = 1
  }
}

interface Row extends Sums {
  project: string
  notes: string[]
  seconds: number
}

function failure(project: string, why: string): Row {
  return { project, passed: 0, failed: 1, skipped: 0, notes: [`${project}: ${why}`], seconds: 0 }
}

function rowOf(project: string, modules: readonly TestModule[]): Row {
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  if (modules.length === 0) return failure(project, 'no tests were found')
  const inState = (state: string) => tests.filter((test) => test.result().state === state)
  const failures = inState('failed')
  const passed = inState('passed').length
  const skipped = tests.filter((test) => !['passed', 'failed'].includes(test.result().state))
  const unloaded = modules.filter(
    (module) => module.state() === 'failed' && !hasFailure(module, failures),
  )
  return {
    project,
    passed,
    failed: failures.length + unloaded.length,
    skipped: skipped.length,
    seconds: modules.reduce((sum, module) => sum + module.diagnostic().duration, 0) / 1_000,
    notes: [
      ...failures.map(
        (test) => `${project}: failed: ${test.fullName}\n${beginning(messagesOf(test))}`,
      ),
      ...skipped.map((test) => `${project}: skipped: ${test.fullName}`),
      ...unloaded.map(
        (module) =>
          `${project}: could not be run: ${module.relativeModuleId}\n${beginning(errorsOf(module))}`,
      ),
    ],
  }
}

const hasFailure = (module: TestModule, failures: readonly TestCase[]) =>
  failures.some((test) => test.module === module)

const messagesOf = (test: TestCase) =>
  (test.result().errors ?? []).map(({ message, stack }) => stack ?? message)

/** Those of the file, and of its hooks. */
const errorsOf = (module: TestModule) =>
  [module, ...module.children.allSuites()].flatMap((each) =>
    each.errors().map(({ message }) => message),
  )

/** Enough of what went wrong to know where to look, where only the end of the output is kept. */
function beginning(messages: readonly string[]): string {
  // Where it was inside the runner helps nobody.
  const lines = messages
    .join('\n')
    .split('\n')
    .filter((line) => !/node_modules|<anonymous>/.test(line))
  return lines
    .slice(0, MESSAGE_LINES)
    .map((line) => `      ${line.slice(0, MESSAGE_WIDTH)}`)
    .join('\n')
}

/** Whole seconds of the files that take more than one; the others are begun last anyway. */
function durationsOf(modules: readonly TestModule[]): Record<string, number> {
  const all = modules.map((module): [string, number] => [
    module.relativeModuleId,
    Math.round(module.diagnostic().duration / 1_000),
  ])
  return Object.fromEntries(all.filter(([file]) => file.startsWith('test/')).sort())
}

function lineOf({ passed, failed, skipped }: Sums): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
