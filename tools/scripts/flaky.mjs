// npm run flaky -- <file> [n]: runs one test file n times (10 by default) while every core is busy
// with something else, and prints the failures. Uses PostgreSQL if TEST_DATABASE_URL names a
// server.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ensureInstalled } from './ensure-installed.mjs'
import { root, runtimeNode } from './lib/paths.mjs'
import { main, Trouble } from './lib/run.mjs'
import { prepare, vitest } from './lib/test-run.mjs'
import { testEnv } from './lib/test-env.mjs'

const FOLDERS = ['flows', 'faults', 'e2e', 'conformance', 'clone', 'checks']

await main(async () => {
  const [file = '', times = '10'] = process.argv.slice(2)
  const runs = Number(times)
  if (!file.endsWith('.test.ts') && !file.endsWith('.test.tsx'))
    throw new Trouble('Use: npm run flaky -- <file of tests> [how many times]', 2)
  if (!existsSync(path.join(root, file))) throw new Trouble(`There is no ${file}.`, 2)
  if (!Number.isInteger(runs) || runs < 1) throw new Trouble(`${times} is not a number of runs.`, 2)
  await ensureInstalled()
  const env = testEnv(undefined, process.env.TEST_DATABASE_URL)
  const projects = [projectOf(file)]
  const [trouble] = await prepare(projects, env)
  if (trouble) throw new Trouble(`${file} ${trouble.why}`)

  const loads = Array.from({ length: os.availableParallelism() }, busy)
  const failures = []
  try {
    for (let each = 1; each <= runs; each += 1) {
      const { failed, notes } = await vitest(projects, [file], env)
      if (failed > 0) failures.push([`Run ${each}:`, ...notes].join('\n'))
      console.log(`\n${each} of ${runs}: ${failed > 0 ? 'failed' : 'passed'}`)
    }
  } finally {
    for (const load of loads) load.kill()
  }
  console.log(['', ...failures].join('\n\n'))
  console.log(`\n${failures.length} of ${runs} runs failed.`)
  return failures.length === 0 ? 0 : 1
})

function projectOf(file) {
  const [, folder] = /^test\/([^/]+)\//.exec(file) ?? []
  if (folder === 'checks') return path.basename(file, '.test.ts')
  return FOLDERS.includes(folder) ? folder : 'unit'
}

function busy() {
  const loop =
    'process.on("disconnect", () => process.exit()); const spin = () => { const until = Date.now() + 50; while (Date.now() < until); setImmediate(spin) }; spin()'
  return spawn(runtimeNode(), ['-e', loop], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
}
