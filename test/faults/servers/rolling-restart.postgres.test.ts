import { afterAll, beforeAll, expect, test } from 'vitest'
import { setTimeout as sleep } from 'node:timers/promises'
import { readyCustomer, transfersOf, type Customer } from '../../support/people/tenants.ts'
import { report } from '../../support/report.ts'
import { LONGEST_WAIT_MS, until } from '../../support/wait.ts'
import {
  hasNginx,
  startProxiedFleet,
  type ProxiedFleet,
} from '../../support/world/proxied-fleet.ts'
import { completePlainJobs } from '../support/plain-jobs.ts'

/** URL of the PostgreSQL server of an installation as in docs/scale.md. */
const SERVER = process.env['TEST_DATABASE_URL'] ?? ''
const CUSTOMERS = ['Utsira', 'Røvær', 'Fedje', 'Træna']
/** Interval between two requests by a user, in milliseconds. */
const PAUSE_MS = 40
const JOB_EVERY_MS = 700

const possible = hasNginx()
if (!possible) report('NOT TESTED: a rolling restart behind a proxy. nginx is not installed.')

let fleet: ProxiedFleet
let customers: Customer[]

beforeAll(async () => {
  if (!possible) return
  fleet = await startProxiedFleet(SERVER)
  customers = await Promise.all(CUSTOMERS.map((name) => readyCustomer(fleet, `${name} Rør AS`)))
})
afterAll(() => (possible ? fleet.stop() : undefined))

test.skipIf(!possible)(
  'every process is restarted in turn while jobs are completed and people read: no webhook is lost, nobody sees an error, and each job becomes one draft',
  async () => {
    const { world } = fleet.sandbox
    world.ledger.reset()
    // While a process starts, requests wait at its socket longer than ServiceM8's timeout, but the
    // first attempt is expected to succeed.
    world.settings.servicem8.webhookTimeoutMs = LONGEST_WAIT_MS
    const over = new AbortController()
    const { signal } = over
    const answers: Record<string, number> = {}
    const count = (what: string) => (answers[what] = (answers[what] ?? 0) + 1)
    const people = customers.map(async (customer) => {
      const pages = ['/api/transfers?limit=50', '/api/stats', '/transfers']
      for (let n = 0; !signal.aborted; n += 1) {
        const answer = await customer.visitor
          .fetch(pages[n % pages.length] ?? '/')
          .then(({ status }) => String(status), String)
        count(answer)
        await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined)
      }
    })
    const jobs: string[] = []
    const working = (async () => {
      while (!signal.aborted) {
        for (const { tenant } of customers) jobs.push(...completePlainJobs(world, tenant, 1))
        await sleep(JOB_EVERY_MS, undefined, { signal }).catch(() => undefined)
      }
    })()
    await fleet.restartInTurn()
    over.abort()
    await Promise.all([...people, working])
    await fleet.sandbox.webhooks.idle()
    report(`${jobs.length} jobs, and ${JSON.stringify(answers)}`)
    expect(Object.keys(answers)).toEqual(['200'])
    const pings = world.ledger.webhooks.map(({ status }) => status)
    expect(pings.length).toBeGreaterThanOrEqual(jobs.length)
    expect(pings.filter((status) => status !== 200)).toEqual([])
    const rows = await until('every job to be completed', async () => {
      const all = (await Promise.all(customers.map(transfersOf))).flat()
      return all.filter(({ status }) => status === 'completed').length === jobs.length && all
    })
    expect(rows.map((row) => row.servicem8JobId).sort()).toEqual(jobs.toSorted())
    const made = world.ledger.draftsCreated.map(({ uuid }) => uuid)
    expect(made.sort()).toEqual(rows.map(({ fikenDraftUuid }) => fikenDraftUuid).sort())
  },
)
