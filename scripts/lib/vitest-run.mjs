import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { root, runtimeNode, tool } from './paths.mjs'
import { run } from './run.mjs'

/** Flows and pages wait for a server more than the others do, so a third one fills two cores. */
const WORKERS = { flows: ['--maxWorkers=3'], e2e: ['--maxWorkers=3'] }

const MESSAGE_LINES = 12
const MESSAGE_WIDTH = 300

/**
 * Runs one Vitest project and counts from its own report. What a count of tests would hide is counted as failed too: a file that
 * could not be loaded, a project without a single test, an error outside any test.
 * @returns `{passed, failed, skipped, notes, output}`; notes are sentences about what was skipped or went wrong, output is what it printed
 *   when that was captured
 */
export async function runProject(project, { env, files = [], capture = false }) {
  const report = path.join(root, 'test-results', `${project}.json`)
  mkdirSync(path.dirname(report), { recursive: true })
  rmSync(report, { force: true })
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...(WORKERS[project] ?? []),
    ...files,
  ]
  const { code, output } = await run(runtimeNode(), [tool.vitest, ...args], { env, capture })
  return { ...count(project, readReport(report), code), output }
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function count(project, report, exitCode) {
  if (!report) return { passed: 0, failed: 1, skipped: 0, notes: [`${project}: ended without a report (exit code ${exitCode})`] }
  const tests = report.testResults.flatMap((file) => file.assertionResults)
  const passed = tests.filter(({ status }) => status === 'passed').length
  const failures = tests.filter(({ status }) => status === 'failed')
  const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed')
  const notes = [
    ...failures.map(({ fullName, failureMessages }) => `${project}: failed: ${fullName}\n${beginning(failureMessages)}`),
    ...skipped.map(({ fullName }) => `${project}: skipped: ${fullName}`),
  ]

  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
  )
  notes.push(...unloaded.map(({ name }) => `${project}: could not be run: ${path.relative(root, name)}`))
  let failed = failures.length + unloaded.length
  if (tests.length === 0 && failed === 0) {
    failed = 1
    notes.push(`${project}: no tests were found`)
  } else if (exitCode !== 0 && failed === 0) {
    failed = 1
    notes.push(`${project}: every test passed, yet something failed outside of them (exit code ${exitCode})`)
  }
  return { passed, failed, skipped: skipped.length, notes }
}

/** Enough of what went wrong to know where to look, where only the end of the output is kept. */
function beginning(messages) {
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
