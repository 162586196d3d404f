// npm run prove: the long form of a test that CI runs in short
// (test/faults/pipeline-faults.test.ts). For each seed, every job must end on exactly one draft,
// alone or in a collective draft (a third of the clients), although one call in twenty fails and
// the product is killed again and again. A fifth as many jobs run once more without "Prøv igjen",
// so that most drafts are made in batches (decision 0046), and a tenth as many with ten companies
// that one Fiken user connects (…/shared-lane/ten-companies.test.ts). Other tests follow:
// - a vendor that is down for a day while 500 jobs wait (test/faults/long-outage.test.ts)
// - work on a thousand products, killed again and again (…/killed-thousand-products.test.ts)
// - years of monthly billing (…/billing-years.test.ts), and a kill at every step of a bill
//   (…/killed-billing.test.ts)
// - a kill at every step of a draft that deducts a deposit or replaces a credited invoice
//   (test/faults/money/) or contains several jobs, and everything that users and vendors do with
//   collective drafts, in any order (test/faults/collective/)
// - on PostgreSQL, months of billing by two and four processes at the same time
//   (…/billing-instances.postgres.test.ts), a primary killed in the middle of a thousand jobs and
//   its standby, and processes behind nginx restarted one by one under load (test/faults/servers/)
// Tests that need a missing PostgreSQL, its programs or nginx are NOT TESTED in the closing table.
//   npm run prove                 10 000 jobs of 50 tradespeople, 100 kills, three seeds
//   PROVE_JOBS=600 PROVE_TENANTS=10 PROVE_KILLS=10 PROVE_SEEDS=7,8 npm run prove
//   PROVE_PRODUCTS=100 …          fewer products than the 1 000 that a task takes
//   PROVE_SEQUENCES=50 …          fewer sequences of actions on collective drafts
//   PROVE_LAG=0 …                 no lag of Fiken's lists, and no "Prøv igjen" meanwhile
//   TEST_DATABASE_URL=postgres://… npm run prove
import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { root, runtimeNode, tool } from './lib/paths.mjs'
import { main, run, Trouble } from './lib/run.mjs'
import { testEnv } from './lib/test-env.mjs'

const PROOF = 'test/faults/pipeline-faults.test.ts'
const ONE_FIKEN_USER = 'test/faults/shared-lane/ten-companies.test.ts'
const OUTAGE = 'test/faults/long-outage.test.ts'
const YEARS = 'test/faults/billing-years.test.ts'
const KILLED_BILLS = 'test/faults/killed-billing.test.ts'
const KILLED_MONEY = 'test/faults/money'
const KILLED_SETS = 'test/faults/collective/killed-sets.test.ts'
const ANY_SEQUENCE = 'test/faults/collective/any-sequence.test.ts'
const MANY_PROCESSES = 'test/faults/billing-instances.postgres.test.ts'
const FAILOVER = 'test/faults/servers/database-failover.postgres.test.ts'
const FAILOVER_JOBS = 1_000
const ROLLING = 'test/faults/servers/rolling-restart.postgres.test.ts'
const REPORT = path.join(root, 'test-results/prove.json')
const WAITING = 500
const MANY = 'test/faults/killed-thousand-products.test.ts'

await main(async () => {
  const size = {
    jobs: whole('PROVE_JOBS', 10_000),
    tenants: whole('PROVE_TENANTS', 50),
    kills: whole('PROVE_KILLS', 100),
    months: whole('PROVE_MONTHS', 120),
    subscribers: whole('PROVE_SUBSCRIBERS', 30),
    rounds: whole('PROVE_ROUNDS', 3),
    lag: seconds('PROVE_LAG', 1),
    products: whole('PROVE_PRODUCTS', 1_000),
    sequences: whole('PROVE_SEQUENCES', 300),
  }
  const seeds =
    process.env.PROVE_SEEDS?.split(',').map(Number) ??
    Array.from({ length: 3 }, () => randomInt(1, 2 ** 31))
  if (!seeds.every(Number.isInteger))
    throw new Trouble('PROVE_SEEDS must be whole numbers with commas between them.', 2)
  await ensureInstalled()
  await ensureBuilt()
  const { TEST_DATABASE_URL, DATABASE_URL } = process.env
  const base = testEnv(undefined, TEST_DATABASE_URL || DATABASE_URL)
  const where = base.TEST_DATABASE_URL ? 'PostgreSQL' : 'the embedded database'
  console.log(
    `${size.jobs} jobs of ${size.tenants} tradespeople, ${size.kills} kills, ${size.lag} s of lag, on ${where}; seeds ${seeds.join(', ')}`,
  )
  const rows = []
  const prove = async (what, file, env) => {
    const started = performance.now()
    rmSync(REPORT, { force: true })
    const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`]
    const args = [tool.vitest, 'run', '--project', 'faults', file, ...reports]
    const { code } = await run(runtimeNode(), args, { env: { ...base, ...env } })
    const verdict = code !== 0 ? 'FAILED' : passedTests() > 0 ? 'proved' : 'NOT TESTED, see above'
    rows.push({ what, verdict, seconds: (performance.now() - started) / 1_000 })
  }
  const { jobs, tenants, kills, lag } = size
  const proof = (seed, more) => {
    const env = {
      FAULT_SEED: seed,
      FAULT_JOBS: jobs,
      FAULT_TENANTS: tenants,
      FAULT_KILLS: kills,
      FAULT_LAG: lag,
      ...more,
    }
    return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)]))
  }
  for (const seed of seeds) await prove(`seed ${seed}`, PROOF, proof(seed, {}))
  await prove(
    'drafts in step',
    PROOF,
    proof(seeds[0], {
      FAULT_JOBS: Math.ceil(jobs / 5),
      FAULT_TENANTS: Math.ceil(tenants / 5),
      FAULT_KILLS: Math.ceil(kills / 5),
      FAULT_PRESSES: 0,
    }),
  )
  // A tenth of the jobs, because all of them wait in one lane.
  await prove(
    'one Fiken user',
    ONE_FIKEN_USER,
    proof(seeds[0], {
      FAULT_JOBS: Math.ceil(jobs / 10),
      FAULT_TENANTS: 10,
      FAULT_SHARED: 10,
      FAULT_KILLS: Math.ceil(kills / 10),
    }),
  )
  await prove(`${WAITING} waiting`, OUTAGE, { FAULT_WAITING: String(WAITING) })
  await prove(`${size.products} products`, MANY, {
    FAULT_SEED: String(seeds[0]),
    FAULT_PRODUCTS: String(size.products),
    FAULT_KILLS: '5',
    FAULT_LAG: String(size.lag),
  })
  await prove(`${size.months} months`, YEARS, {
    FAULT_SEED: String(seeds[0]),
    FAULT_MONTHS: String(size.months),
  })
  await prove('bills killed', KILLED_BILLS, { FAULT_EVERY_STEP: '1' })
  await prove('deposits, credits', KILLED_MONEY, { FAULT_EVERY_STEP: '1' })
  await prove('sets killed', KILLED_SETS, {})
  await prove(`${size.sequences} sequences`, ANY_SEQUENCE, {
    FAULT_SEED: String(seeds[0]),
    FAULT_SEQUENCES: String(size.sequences),
    FAULT_KILLS: '1',
  })
  // The embedded database has only one process and no standby.
  if (base.TEST_DATABASE_URL) {
    await prove(`${size.subscribers} subscribers`, MANY_PROCESSES, {
      FAULT_SUBSCRIBERS: String(size.subscribers),
      FAULT_ROUNDS: String(size.rounds),
    })
    await prove('failover', FAILOVER, { FAULT_FAILOVER_JOBS: String(FAILOVER_JOBS) })
    await prove('rolling restart', ROLLING, {})
  } else {
    const verdict = 'NOT TESTED: TEST_DATABASE_URL names no PostgreSQL'
    for (const what of ['subscribers', 'failover', 'rolling restart'])
      rows.push({ what, verdict, seconds: 0 })
  }
  console.log('')
  for (const { what, verdict, seconds } of rows)
    console.log(`  ${what.padEnd(15)}  ${seconds.toFixed(0).padStart(6)} s  ${verdict}`)
  return rows.some(({ verdict }) => verdict === 'FAILED') ? 1 : 0
})

/** Returns the number of passed tests: a file whose tests were all skipped has proved nothing. */
function passedTests() {
  return existsSync(REPORT) ? JSON.parse(readFileSync(REPORT, 'utf8')).numPassedTests : 0
}

function whole(name, otherwise) {
  const value = Number(process.env[name] ?? otherwise)
  if (!Number.isInteger(value) || value < 0) throw new Trouble(`${name} must be a whole number.`, 2)
  return value
}

function seconds(name, otherwise) {
  const value = Number(process.env[name] ?? otherwise)
  if (!(value >= 0 && value < Infinity))
    throw new Trouble(`${name} must be a number of seconds.`, 2)
  return value
}
