// npm run mutate: mutation tests (Stryker) of the pure files that decide over money. Changes one
// place at a time and runs the tests beside the file, which must notice. Exits with 1 when fewer
// than 90 % of the mutants are killed, when a survivor is not shown to be equivalent in
// test/mutation/equivalent.json, or when that file names a mutant that no longer survives.
//   npm run mutate -- vat lines     only the files with one of these names
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ensureInstalled } from './ensure-installed.mjs'
import { compiler } from './lib/compiles.mjs'
import { installApart } from './lib/install-apart.mjs'
import { root, runtimeNode } from './lib/paths.mjs'
import { main, run, toolEnv, Trouble } from './lib/run.mjs'

const FOLDER = path.join(root, 'test/mutation')
const REPORT = path.join(root, 'test-results/mutation.json')
const LEAST_PERCENT = 90
const MOST_SURVIVORS = 10
const KILLED = ['Killed', 'Timeout']
const ALIVE = ['Survived', 'NoCoverage']
/** The fields by which equivalent.json identifies a mutant; its line changes too often. */
const WHICH = ['file', 'mutator', 'original', 'replacement']

await main(async () => {
  const names = process.argv.slice(2)
  await ensureInstalled()
  await installApart('test/mutation', 'Stryker')
  const stryker = path.join(FOLDER, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const env = toolEnv({ MUTATE_ONLY: names.join() })
  const { code } = await run(runtimeNode(), [stryker, 'run', 'test/mutation/stryker.config.mjs'], {
    env,
  })
  if (code !== 0) throw new Trouble('Stryker did not run to its end; see its messages above.', code)
  return judge(names.length === 0)
})

async function judge(whole) {
  const mutants = Object.entries(JSON.parse(readFileSync(REPORT, 'utf8')).files).flatMap(
    ([file, { source, mutants }]) =>
      mutants.map((mutant) => ({
        ...mutant,
        file,
        ...cut(source, mutant.location),
        mutator: mutant.mutatorName,
      })),
  )
  const killed = mutants.filter(({ status }) => KILLED.includes(status)).length
  const alive = mutants.filter(({ status }) => ALIVE.includes(status))
  // Mutants that do not compile need no test. Only survivors are compiled, because compiling takes
  // longer than a test.
  const compiles = alive.length > 0 ? await compiler() : null
  const survivors = alive.filter(({ file, before, replacement, after }) =>
    compiles(file, before + replacement + after),
  )
  const percent = (100 * killed) / (killed + survivors.length)

  const unclaimed = JSON.parse(readFileSync(path.join(FOLDER, 'equivalent.json'), 'utf8'))
  const troubles = []
  for (const survivor of survivors) {
    const index = unclaimed.findIndex((shown) => WHICH.every((key) => shown[key] === survivor[key]))
    if (index >= 0) unclaimed.splice(index, 1)
    else troubles.push(`survives, and is not shown to be equivalent: ${placeOf(survivor)}`)
  }
  if (whole)
    troubles.push(
      ...unclaimed.map(
        (each) => `is said to be equivalent, and does not survive: ${placeOf(each)}`,
      ),
    )
  if (percent < LEAST_PERCENT) troubles.push(`less than ${LEAST_PERCENT} % are killed`)
  if (survivors.length > MOST_SURVIVORS) troubles.push(`more than ${MOST_SURVIVORS} survive`)

  for (const trouble of troubles) console.log(`  ! ${trouble}`)
  const figure = (Math.floor(percent * 10) / 10).toFixed(1)
  console.log(
    `\n${killed} of ${killed + survivors.length} mutants killed (${figure} %), ${survivors.length} survive.`,
  )
  console.log(`${alive.length - survivors.length} more survive the tests and do not compile.`)
  return troubles.length === 0 ? 0 : 1
}

function placeOf({ file, location, mutator, original, replacement }) {
  return `${file}${location ? `:${location.start.line}` : ''} ${mutator}: ${oneLine(original)} → ${oneLine(replacement)}`
}

function oneLine(text) {
  return text.replaceAll(/\s+/g, ' ').slice(0, 140)
}

/**
 * Returns the source text in a range, and the texts before and after it. Lines and columns count
 * from 1; the end is exclusive.
 */
function cut(source, { start, end }) {
  const lines = source.split('\n')
  const offset = ({ line, column }) =>
    lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1
  const [from, to] = [offset(start), offset(end)]
  return {
    before: source.slice(0, from),
    original: source.slice(from, to),
    after: source.slice(to),
  }
}
