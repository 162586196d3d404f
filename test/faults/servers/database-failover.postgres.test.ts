import { afterAll, beforeAll, expect, test } from 'vitest'
import { report } from '../../support/report.ts'
import { readyCustomer, transfersOf, type Customer } from '../../support/people/tenants.ts'
import { LONGEST_WAIT_MS, until } from '../../support/wait.ts'
import { databaseProxy, type DatabaseProxy } from '../../support/world/database-proxy.ts'
import { SHORT_WAITS } from '../../support/world/limiters.ts'
import { startProcessWorld, type ProcessWorld } from '../../support/world/process.ts'
import {
  serverPrograms,
  startReplicatedServer,
  type ReplicatedServer,
} from '../../support/world/replicated-server.ts'
import { completePlainJobs } from '../support/plain-jobs.ts'

/** Number of jobs under way when the primary is killed; a thousand in `npm run prove`. */
const JOBS = Number(process.env['FAULT_FAILOVER_JOBS'] ?? 60)
const CUSTOMERS = ['Utsira', 'Røvær', 'Fedje', 'Træna', 'Værøy']
const PATIENCE_MS = LONGEST_WAIT_MS + JOBS * 500

const programs = serverPrograms()
if (!programs)
  report('NOT TESTED: the takeover by a standby. PostgreSQL’s server programs are not installed.')

let world: ProcessWorld
let server: ReplicatedServer
let proxy: DatabaseProxy
let customers: Customer[]

beforeAll(async () => {
  if (!programs) return
  server = await startReplicatedServer(programs)
  world = await startProcessWorld({
    overrides: { ...SHORT_WAITS, ladderScale: 0.005, tickMs: 500 },
    before: async () => {
      proxy = await databaseProxy(server.primary)
      return { DATABASE_URL: proxy.url }
    },
  })
  world.vendors.settings.servicem8.webhookRetryMs = Array.from({ length: 90 }, () => 500)
  customers = await Promise.all(CUSTOMERS.map((name) => readyCustomer(world, `${name} Rør AS`)))
})
afterAll(async () => {
  if (!programs) return
  await world.stop()
  await proxy.close()
  await server.stop()
})

test.skipIf(!programs)(
  `a PostgreSQL that is killed in the middle of ${JOBS} jobs, and whose standby takes over: every job becomes one draft`,
  async () => {
    const { world: sandbox } = world.sandbox
    const { ledger } = sandbox
    ledger.reset()
    const each = JOBS / CUSTOMERS.length
    const jobs = customers.flatMap(({ tenant }) => completePlainJobs(sandbox, tenant, each))
    const drafts = () => ledger.draftsCreated.map(({ uuid }) => uuid)
    await until('a third of the drafts', () => drafts().length >= JOBS / 3, PATIENCE_MS)
    await server.killPrimary()
    const before = drafts().length
    proxy.stop()
    await server.promoteStandby()
    proxy.redirect(server.standby)
    // Webhooks are refused while the database is down, and ServiceM8 sends them again.
    jobs.push(...customers.flatMap(({ tenant }) => completePlainJobs(sandbox, tenant, 1)))
    proxy.restore()
    const rows = await until(
      'every job to be completed',
      async () => {
        const all = (await Promise.all(customers.map(transfersOf))).flat()
        return all.filter(({ status }) => status === 'completed').length === jobs.length && all
      },
      PATIENCE_MS,
    )
    report(`killed after ${before} of ${jobs.length} drafts`)
    expect(before).toBeLessThan(jobs.length)
    expect(rows.map((row) => row.servicem8JobId).sort()).toEqual(jobs.toSorted())
    expect(drafts().sort()).toEqual(rows.map(({ fikenDraftUuid }) => fikenDraftUuid).sort())
    expect(ledger.overlaps).toBe(0)
    expect(world.gone()).toBe(false)
  },
  PATIENCE_MS * 3,
)
