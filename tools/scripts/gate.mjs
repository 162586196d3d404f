// .ci/run: runs npm test, the tests for PostgreSQL, and the README's two commands on a fresh clone.
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { noteThatItPassed, passedBefore } from './lib/fresh-clone.mjs'
import { root } from './lib/paths.mjs'
import { postgresServer } from './lib/postgres.mjs'
import { main, run } from './lib/run.mjs'
import { conclude, runTests, seconds } from './lib/test-run.mjs'

const CORE = path.join(root, 'test-results/core.json')

await main(async () => {
  const took = seconds()
  const outcomes = [await core()]
  const database = await postgresServer()
  if (database)
    outcomes.push(await runTests({ label: 'PostgreSQL', size: 'gate', database, secondTry: true }))
  outcomes.push(...(await clone(database)))
  return conclude(outcomes, took())
})

async function core() {
  rmSync(CORE, { force: true })
  const { code } = await run('npm', ['test'], { shell: process.platform === 'win32' })
  try {
    return JSON.parse(readFileSync(CORE, 'utf8'))
  } catch {
    const notes = [`npm test ended with ${code} and without a report.`]
    return { label: 'core', passed: 0, failed: 1, skipped: 0, notes, secondTries: 0 }
  }
}

async function clone(database) {
  const before = passedBefore()
  if (before) {
    console.log(
      `\nThe fresh clone passed at ${before}; what has changed since cannot matter to it.`,
    )
    return []
  }
  const outcome = await runTests({ label: 'fresh clone', size: 'clone', database, secondTry: true })
  if (outcome.failed === 0) noteThatItPassed()
  return [outcome]
}
