// npm test: on a fresh clone everything from types to the browser, and at the end one line with the sums.
//   npm test -- --only=flows,faults     some projects of vitest.config.ts: types lint format migrations unit conformance flows faults e2e,
//                                       and some that run only by name: platform, rows and kills (parts of them), clone
//   npm test -- --record                writes down how long each file takes, for the order on a fresh clone
//   TEST_DATABASE_URL=postgres://… npm test     the same on PostgreSQL
import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureHeadlessBrowser } from './ensure-browser.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { root, runtimeNode, tool } from './lib/paths.mjs'
import { main, run, Trouble } from './lib/run.mjs'
import { testEnv } from './lib/test-env.mjs'

const CHECKS = ['types', 'lint', 'format', 'migrations']
const ALL = [...CHECKS, 'unit', 'conformance', 'flows', 'faults', 'e2e']
const BY_NAME = ['platform', 'rows', 'kills', 'clone']
/** Those that start the product, or show it. */
const BUILT = ['conformance', 'flows', 'rows', 'faults', 'kills', 'e2e']

await main(async () => {
  const { projects, record } = askedFor(process.argv.slice(2))
  try {
    await ensureInstalled()
  } catch (error) {
    return nothingRan(1, error.message)
  }
  const env = testEnv()
  const troubles = []
  /** Without what it needs a project is not run, and that counts as failed. */
  const prepare = async (needing, work) => {
    const waiting = projects.filter((each) => needing.includes(each))
    if (waiting.length === 0) return
    await work().catch((error) => {
      for (const project of waiting) {
        projects.splice(projects.indexOf(project), 1)
        troubles.push({ project, why: `was not run: ${error.message}` })
      }
    })
  }
  await prepare(BUILT, ensureBuilt)
  await prepare(['e2e'], async () => {
    env.CHROME_PATH = await ensureHeadlessBrowser()
  })
  env.TEST_ASKED = JSON.stringify({ projects, troubles })
  if (record) env.TEST_RECORD = 'yes'
  if (projects.length === 0)
    return nothingRan(troubles.length, troubles.map(({ why }) => why).join('\n'))
  const { TEST_SUMMARY: name } = env
  const sums = path.join(root, 'test-results', name ? `summary-${name}.json` : 'summary.json')
  rmSync(sums, { force: true })
  const { code } = await run(
    runtimeNode(),
    [
      tool.vitest,
      'run',
      ...projects.flatMap((each) => ['--project', each]),
      '--reporter=default',
      '--reporter=./test/support/runner/sums.ts',
    ],
    { env },
  )
  return existsSync(sums) ? code : nothingRan(1, `Vitest ended without a report (${code}).`)
})

function nothingRan(failed, why) {
  console.log(`${why}\n\n0 passed, ${failed} failed`)
  return 1
}

function askedFor(args) {
  const only = args.find((each) => each.startsWith('--only='))?.slice('--only='.length)
  const projects = only ? only.split(',') : [...ALL]
  const known = [...ALL, ...BY_NAME]
  const strange = [
    ...args.filter((each) => !each.startsWith('--only=') && each !== '--record'),
    ...projects.filter((each) => !known.includes(each)),
  ]
  if (strange.length > 0)
    throw new Trouble(`Unknown: ${strange.join(' ')}. Use npm test -- --only=${known.join(',')}`, 2)
  return { projects, record: args.includes('--record') }
}
