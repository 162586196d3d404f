// npm run prove:guards: tests the tests. Removes each guard of the pipeline in a copy of the source
// and runs the suites that should notice, for transfers and also for bills if the guard protects
// both. Each suite must fail, or the guard could be lost unnoticed. Prints a table, and exits with
// 1 when a suite passes.
//   npm run prove:guards -- lease     only guards with this in their name or suites
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { spawn } from 'node:child_process'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { copyOfSource, readGuards, withoutGuard } from './lib/guards.mjs'
import { runtimeNode, tool } from './lib/paths.mjs'
import { main, toolEnv } from './lib/run.mjs'

await main(async () => {
  const [wanted = ''] = process.argv.slice(2)
  const guards = readGuards().filter(({ guard, suites }) =>
    [guard, ...suites.map(({ file }) => file)].join(' ').includes(wanted),
  )
  await ensureInstalled()
  await ensureBuilt()
  const copy = copyOfSource()
  const rows = []
  try {
    // A suite that fails with all guards in place proves nothing.
    const used = guards.flatMap(({ suites }) => suites)
    for (const suite of new Map(used.map((one) => [JSON.stringify(one), one])).values())
      rows.push(
        judged('(every guard in place)', suite, await runSuite(copy.folder, suite), 'green'),
      )
    for (const guard of guards) {
      let original
      try {
        const changed = withoutGuard(copy.folder, guard)
        original = changed.map(({ file }) => ({
          file,
          text: readFileSync(path.join(copy.folder, file), 'utf8'),
        }))
        copy.write(changed)
        for (const suite of guard.suites)
          rows.push(judged(guard.guard, suite, await runSuite(copy.folder, suite), 'red'))
      } catch (error) {
        const [suite] = guard.suites
        rows.push(judged(guard.guard, suite, { colour: 'not applied', why: error.message }, 'red'))
      } finally {
        if (original) copy.write(original)
      }
    }
  } finally {
    copy.remove()
  }
  return close(rows)
})

function judged(guard, suite, { colour, why = '' }, expected) {
  const row = {
    guard,
    suite: suite.only ? `${suite.file} (${suite.only})` : suite.file,
    colour,
    good: colour === expected,
    why,
  }
  console.log(
    `${row.good ? 'ok    ' : 'FAILED'} ${guard} → ${row.suite}: ${colour}${row.good ? '' : `\n${why}`}`,
  )
  return row
}

/** Runs a suite; returns red if a test failed. A suite that cannot be loaded counts as not run. */
async function runSuite(folder, { project, file, only }) {
  const report = path.join(folder, 'report.json')
  rmSync(report, { force: true })
  const args = [
    'run',
    '--project',
    project,
    '--bail=1',
    '--reporter=json',
    `--outputFile.json=${report}`,
    file,
  ]
  const output = await ended(folder, only ? [...args, '-t', only] : args)
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
    const failed = tests.find(({ status }) => status === 'failed')
    if (failed)
      return { colour: 'red', why: `${failed.fullName}\n${failed.failureMessages[0] ?? ''}` }
    const green =
      tests.some(({ status }) => status === 'passed') &&
      testResults.every(({ status }) => status === 'passed')
    return green ? { colour: 'green' } : { colour: 'not run', why: output }
  } catch {
    return { colour: 'not run', why: output }
  }
}

function ended(folder, args) {
  return new Promise((resolve, reject) => {
    const env = toolEnv({ NODE_ENV: 'test' })
    const child = spawn(runtimeNode(), [tool.vitest, ...args], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.once('error', reject)
    child.once('close', () => resolve(output))
  })
}

function close(rows) {
  const width = (key) => Math.max(...rows.map((row) => row[key].length))
  const [guards, suites] = [width('guard'), width('suite')]
  console.log('')
  for (const { guard, suite, colour } of rows)
    console.log(`  ${guard.padEnd(guards)}  ${suite.padEnd(suites)}  ${colour}`)
  const bad = rows.filter(({ good }) => !good)
  console.log(`\n${rows.length - bad.length} as they should be, ${bad.length} not`)
  return bad.length === 0 ? 0 : 1
}
