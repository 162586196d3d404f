// npm run test:midnight: runs every test file that reads a date (tools/scripts/lib/dated-files.mjs)
// on the embedded database, each file alone, while a month ends in Oslo: its world is ready three
// seconds before midnight (test/support/clock). A world whose clock starts at one o'clock doesn't
// meet midnight. Prints the failures, and exits with 1 if there are any.
//   npm run test:midnight -- ledger payment-status       only files with one of these in their path
//   npm run test:midnight -- ledger -t "paid twice"      only tests with this in their name: when
//                                                        run alone, each test meets midnight
//   MIDNIGHT_LEAD_MS=10000 npm run test:midnight         ready ten seconds before midnight
//   npm run test:midnight -- --list                      only lists the files
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { ensureHeadlessBrowser } from './ensure-browser.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { datedFiles } from './lib/dated-files.mjs'
import { root, runtimeNode, tool } from './lib/paths.mjs'
import { main, run, Trouble } from './lib/run.mjs'
import { testEnv } from './lib/test-env.mjs'

const CLOCK = path.join(root, 'test/support/clock')

await main(async () => {
  const { only, wanted, list } = askedFor(process.argv.slice(2))
  const files = datedFiles().filter(
    (file) => wanted.length === 0 || wanted.some((part) => file.includes(part)),
  )
  if (files.length === 0) throw new Trouble('No file that reads a date has this in its path.', 2)
  if (list) return console.log(files.join('\n'))
  await ensureInstalled()
  // On the embedded database, so that there is only one clock; a database server has its own.
  const env = testEnv()
  await ensureBuilt()
  if (files.some((file) => projectOf(file) === 'e2e'))
    env.CHROME_PATH = await ensureHeadlessBrowser()
  const folder = mkdtempSync(path.join(tmpdir(), 'fakturabro-midnight-'))
  const failed = []
  try {
    for (const [index, file] of files.entries()) {
      const { code, output } = await overMidnight(file, only, {
        ...env,
        MIDNIGHT_CLOCK: path.join(folder, String(index)),
      })
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${file}`)
      if (code === 0) continue
      failed.push(file)
      console.log(output)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(`\n${files.length - failed.length} passed, ${failed.length} failed`)
  for (const file of failed) console.log(`  ${file}`)
  return failed.length === 0 ? 0 : 1
})

function overMidnight(file, only, env) {
  const preload = pathToFileURL(path.join(CLOCK, 'preload.ts')).href
  return run(
    runtimeNode(),
    [
      tool.vitest,
      'run',
      `--config=${path.join(CLOCK, 'vitest.config.ts')}`,
      `--project=${projectOf(file)}`,
      file,
      ...(only ? ['-t', only] : []),
    ],
    { env: { ...env, NODE_OPTIONS: `--import=${preload}` }, capture: true },
  )
}

function projectOf(file) {
  const [top, folder] = file.split('/')
  return top === 'test' && !folder.endsWith('.ts') ? folder : 'unit'
}

function askedFor(args) {
  const wanted = []
  let only = ''
  let list = false
  for (let at = 0; at < args.length; at += 1) {
    if (args[at] === '-t') only = args[(at += 1)] ?? ''
    else if (args[at] === '--list') list = true
    else wanted.push(args[at])
  }
  return { only, wanted, list }
}
