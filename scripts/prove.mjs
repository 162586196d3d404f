// npm run prove: the long form of what CI runs in short (test/faults/road-faults.test.ts), seed by seed: so many jobs become so many
// drafts, none lost and none double, though one call in twenty fails and the product is killed again and again.
//   npm run prove                                                     10 000 jobs of 50 tradespeople, 100 kills, three seeds
//   PROVE_JOBS=600 PROVE_TENANTS=10 PROVE_KILLS=10 PROVE_SEEDS=7,8 npm run prove
//   TEST_DATABASE_URL=postgres://… npm run prove                      on PostgreSQL
import { randomInt } from 'node:crypto'
import { ensureInstalled } from './ensure-installed.mjs'
import { main, Trouble } from './lib/run.mjs'
import { testEnv } from './lib/test-env.mjs'
import { runProject } from './lib/vitest-run.mjs'

const PROOF = 'test/faults/road-faults.test.ts'

await main(async () => {
  const size = { jobs: whole('PROVE_JOBS', 10_000), tenants: whole('PROVE_TENANTS', 50), kills: whole('PROVE_KILLS', 100) }
  const seeds = process.env.PROVE_SEEDS?.split(',').map(Number) ?? Array.from({ length: 3 }, () => randomInt(1, 2 ** 31))
  if (!seeds.every(Number.isInteger)) throw new Trouble('PROVE_SEEDS must be whole numbers with commas between them.', 2)
  await ensureInstalled()
  const base = testEnv()
  const where = base.TEST_DATABASE_URL ? 'PostgreSQL' : 'the embedded database'
  console.log(`${size.jobs} jobs of ${size.tenants} tradespeople, ${size.kills} kills, on ${where}; seeds ${seeds.join(', ')}`)
  const rows = []
  for (const seed of seeds) {
    const env = {
      ...base,
      FAULT_SEED: String(seed),
      FAULT_JOBS: String(size.jobs),
      FAULT_TENANTS: String(size.tenants),
      FAULT_KILLS: String(size.kills),
    }
    const started = performance.now()
    const { failed } = await runProject('faults', { env, files: [PROOF] })
    rows.push({ seed, failed, seconds: (performance.now() - started) / 1_000 })
  }
  console.log('')
  for (const { seed, failed, seconds } of rows)
    console.log(`  seed ${String(seed).padEnd(10)}  ${seconds.toFixed(0).padStart(6)} s  ${failed === 0 ? 'proved' : 'FAILED'}`)
  return rows.some(({ failed }) => failed > 0) ? 1 : 0
})

function whole(name, otherwise) {
  const value = Number(process.env[name] ?? otherwise)
  if (!Number.isInteger(value) || value < 0) throw new Trouble(`${name} must be a whole number.`, 2)
  return value
}
