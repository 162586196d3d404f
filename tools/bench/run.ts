import { cpus, totalmem } from 'node:os'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isMet, middleOf, table, type Result } from './support/figures.ts'
import type { Figure } from './support/stage.ts'
import { startBench, type DatabaseKind } from './support/world.ts'
import { webhookAccept } from './webhook-accept.ts'
import { workers } from './workers.ts'
import { anonymousBodies } from './bodies.ts'
import { burst } from './burst.ts'
import { jobToDraft } from './job-to-draft.ts'
import { keepUp } from './keep-up.ts'
import { laneThroughput } from './lane-throughput.ts'
import { tick } from './tick.ts'
import { transferCost } from './transfer-cost.ts'
import { backlog } from './backlog.ts'
import { lists } from './lists.ts'
import { memory } from './memory.ts'
import { growing } from './growing.ts'
import { hour } from './hour.ts'
import { dataExport } from './data-export.ts'
import { sharedLane } from './shared-lane.ts'
import { productFile } from './product-file.ts'
import { hostilePictures } from './pictures.ts'
import { phoneScreens } from './phone-screens.ts'
import { presses } from './presses.ts'
import { customerList } from './customer-list.ts'
import { firstComparison } from './first-comparison.ts'
import { productList } from './product-list.ts'
import { customerMatching } from './customer-matching.ts'

/**
 * Runs the benchmarks.
 *   npm run bench                       everything but the hour on both databases, three times;
 *                                       the middle result counts
 *   npm run bench -- --only=webhooks,lists
 *                                       some figures: webhooks latency burst lanes shared
 *                                       cost backlog lists memory hour tick keepup workers growing
 *                                       export file pictures bodies phone presses customers
 *                                       products comparison matching
 *   npm run bench -- --database=embedded --repeat=1
 *   npm run bench -- --smoke            tiny sizes, to see that it still runs; its ratios mean
 *                                       nothing
 *   npm run bench -- --only=memory --idle-minutes=60 --repeat=1
 *   npm run bench -- --only=hour --repeat=1
 *                                       with --minutes=6, a tenth of it
 *   npm run bench -- --write            puts the table into tools/bench/README.md
 *
 * `phone` loads each screen five times itself: --only=phone --database=embedded --repeat=1
 * `matching` uses no database: --only=matching --database=embedded
 */
const FIGURES: Record<string, Figure> = {
  webhooks: webhookAccept,
  latency: jobToDraft,
  burst,
  lanes: laneThroughput,
  shared: sharedLane,
  cost: transferCost,
  backlog,
  lists,
  memory,
  hour,
  tick,
  keepup: keepUp,
  workers,
  growing,
  export: dataExport,
  file: productFile,
  pictures: hostilePictures,
  bodies: anonymousBodies,
  phone: phoneScreens,
  presses,
  customers: customerList,
  products: productList,
  comparison: firstComparison,
  matching: customerMatching,
}

const options = readOptions(process.argv.slice(2))
const notes = new Map<string, string>()
const measured: { database: DatabaseKind; results: Result[] }[] = []
for (const kind of options.databases) {
  const results: Result[] = []
  for (const name of options.figures) results.push(...(await repeated(kind, name)))
  measured.push({ database: kind, results })
}
const outcome = [
  table(measured),
  ...[...notes].map(([title, text]) => `### ${title}\n\n${text}`),
].join('\n\n')
console.log(`\n${outcome}`)
if (options.write) await writeTable(outcome)
if (options.smoke) console.log('\nSmoke: everything ran. These ratios mean nothing.')
else {
  const missed = measured.flatMap(({ database, results }) =>
    results.filter((one) => !isMet(one)).map((one) => `${one.what} (${database})`),
  )
  console.log(missed.length === 0 ? '\nEvery target is met.' : `\nMissed: ${missed.join(' · ')}`)
}

async function repeated(kind: DatabaseKind, name: string): Promise<Result[]> {
  const figure = FIGURES[name]
  if (!figure)
    throw new Error(`There is no figure ${name}. There are: ${Object.keys(FIGURES).join(', ')}`)
  const runs: Result[][] = []
  for (let run = 1; run <= options.repeat; run += 1) {
    console.log(`\n${name} on ${kind}, run ${run} of ${options.repeat}`)
    const results = await figure({
      kind,
      smoke: options.smoke,
      idleMinutes: options.idleMinutes,
      minutes: options.minutes,
      inWorld: async (pace, work, env) => {
        const world = await startBench(kind, pace, env)
        try {
          return await work(world)
        } finally {
          await world.stop()
        }
      },
      say: (text) => console.log(`  ${text}`),
      note: (title, text) => notes.set(`${title} (${kind})`, text),
    })
    for (const one of results)
      console.log(`  ${one.what}: ${one.ours} / ${one.against} = ${one.ratio.toFixed(3)}`)
    runs.push(results)
  }
  return middleOf(runs)
}

function readOptions(args: readonly string[]) {
  const given = new Map(
    args.map((arg) => [
      arg.replace(/=.*$/, ''),
      arg.includes('=') ? arg.slice(arg.indexOf('=') + 1) : 'true',
    ]),
  )
  const known = [
    '--only',
    '--database',
    '--repeat',
    '--smoke',
    '--write',
    '--idle-minutes',
    '--minutes',
  ]
  for (const name of given.keys())
    if (!known.includes(name))
      throw new Error(`Unknown option ${name}. There are: ${known.join(' ')}`)
  const minutesOf = (name: string, usual: number) => {
    const minutes = Number(given.get(name) ?? usual)
    if (!(minutes >= 1)) throw new Error(`${name} takes a number from 1`)
    return minutes
  }
  const smoke = given.has('--smoke')
  const database = given.get('--database')
  return {
    smoke,
    write: given.has('--write'),
    idleMinutes: minutesOf('--idle-minutes', 1),
    minutes: minutesOf('--minutes', 60),
    repeat: Number(given.get('--repeat') ?? (smoke ? 1 : 3)),
    figures:
      given.get('--only')?.split(',') ?? Object.keys(FIGURES).filter((name) => name !== 'hour'),
    databases: (database
      ? [database]
      : smoke
        ? ['embedded']
        : ['embedded', 'postgres']) as DatabaseKind[],
  }
}

async function writeTable(text: string): Promise<void> {
  const file = path.join(import.meta.dirname, 'README.md')
  const [processor] = cpus()
  const machine = `${cpus().length} × ${processor?.model ?? 'processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, node ${process.versions.node}`
  const before = await readFile(file, 'utf8')
  const [head = '', rest = ''] = before.split('<!-- figures -->')
  const tail = rest.split('<!-- /figures -->')[1] ?? ''
  const said = `<!-- figures -->\n\nTaken ${new Date().toISOString().slice(0, 10)} on ${machine}.\n\n${text}\n\n<!-- /figures -->`
  await writeFile(file, `${head}${said}${tail}`)
}
