import { sql, type SQL } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowsOf } from '#server/platform/database/database'
import { retryTransfer } from '#shared/contracts/transfers/actions'
import { swept } from '../support/people/swept.ts'
import { startTimedWorld } from '../support/people/person.ts'
import { report } from '../support/report.ts'
import { readyCustomer, transfersOf, type Customer } from '../support/people/tenants.ts'
import { LONGEST_WAIT_MS, until } from '../support/wait.ts'
import { completePlainJobs } from './support/plain-jobs.ts'

const HOUR_MS = 3_600_000
const LANES = 5
/** Number of jobs per lane; FAULT_WAITING sets the total, which is 500 in the long form. */
const JOBS_EACH = Number(process.env['FAULT_WAITING'] ?? 50) / LANES
const PATIENCE_MS = LONGEST_WAIT_MS + LANES * JOBS_EACH * 400
/** Maximum requests per probe: a read with two retries, and as many for other work in Fiken. */
const CALLS_A_PROBE = 3 + 3

// The server's waits are not shortened; the clock runs fast instead.
const world = await startTimedWorld({ overrides: { ladderScale: 1 } })
const customers: Customer[] = await Promise.all(
  Array.from({ length: LANES }, (_, index) => readyCustomer(world, `Utfall ${index + 1} AS`)),
)

/** Counts transfers in the database; reading hundreds of rows over HTTP would take too long. */
async function count(which: SQL): Promise<number> {
  const rows = await rowsOf<{ count: number }>(
    world.product.platform.db,
    sql`select count(*)::int from transfers where ${which}`,
  )
  return rows[0]?.count ?? 0
}

/** Returns true if every lane is paused. Read from the database, because a probe takes long. */
async function allPaused(): Promise<boolean> {
  const now = new Date(world.product.platform.clock.now()).toISOString()
  const rows = await rowsOf<{ lane: string }>(
    world.product.platform.db,
    sql`select lane from connections where vendor = 'fiken' and paused_until > ${now}::timestamptz`,
  )
  return rows.length === LANES
}

function completeJobs({ tenant }: Customer): string[] {
  return completePlainJobs(world.vendors, tenant, JOBS_EACH)
}

test(
  `Fiken is down for a day while ${LANES * JOBS_EACH} jobs wait: one probe per pause, no storm when it is back, and all become drafts in order`,
  async () => {
    const { faults, ledger, settings } = world.vendors
    const calls = ({ tenant: { user } }: Customer) =>
      ledger.entries.filter(({ vendor, who }) => vendor === 'fiken' && who === user.email).length
    const began = performance.now()
    faults.add({ kind: 'status', status: 503, body: 'html', vendor: 'fiken' })
    for (const { visitor } of customers) await swept(world, visitor)
    // The sweep finds the jobs by one list per lane instead of hundreds of webhooks.
    settings.servicem8.webhooks = 'drop'
    const jobs = customers.map(completeJobs)
    world.advance(16 * 60_000)
    await until(
      'every job to wait',
      async () => (await count(sql`status in ('queued', 'processing')`)) === LANES * JOBS_EACH,
      PATIENCE_MS,
    ).catch(async (error: unknown) => {
      report('taken in', await count(sql`true`))
      throw error
    })

    report(`waiting after ${Math.round(performance.now() - began)} ms`)
    // Wait for probes in progress, so that they are not counted with the hours that follow.
    await until('every lane to have probed and to pause', allPaused)
    for (let hours = 0; hours < 24; hours += 3) {
      const before = customers.map(calls)
      world.advance(3 * HOUR_MS)
      await until('every lane to have probed and to pause again', allPaused)
      for (const [index, customer] of customers.entries()) {
        const made = calls(customer) - (before[index] ?? 0)
        expect(made).toBeGreaterThan(0)
        expect(made).toBeLessThanOrEqual(CALLS_A_PROBE)
      }
    }
    expect(await count(sql`status in ('queued', 'processing')`)).toBe(LANES * JOBS_EACH)

    faults.clear()
    ledger.reset()
    const started = performance.now()
    world.advance(11 * 60_000)
    await until(
      'every job to be completed',
      async () => (await count(sql`status = 'completed'`)) === LANES * JOBS_EACH,
      PATIENCE_MS,
    )
    report(
      `${LANES * JOBS_EACH} waiting jobs drained in ${Math.round(performance.now() - started)} ms`,
    )
    const done = await Promise.all(customers.map(transfersOf))
    expect(ledger.overlaps).toBe(0)
    expect(
      ledger.entries.filter(({ vendor, status }) => vendor === 'fiken' && status === 429),
    ).toEqual([])
    for (const [index, { tenant }] of customers.entries()) {
      const order = ledger.draftsCreated
        .filter(({ slug }) => slug === tenant.company.slug)
        .map(({ uuid }) => uuid)
      const rows = [...(done[index] ?? [])].reverse()
      expect(rows.map(({ servicem8JobId }) => servicem8JobId).sort()).toEqual(
        [...(jobs[index] ?? [])].sort(),
      )
      // Drafts are created oldest first, except the row used for the last probe.
      const expected = rows.map(({ fikenDraftUuid }) => fikenDraftUuid)
      expect(order).toHaveLength(JOBS_EACH)
      expect(order.slice(1)).toEqual(expected.filter((uuid) => uuid !== order[0]))
    }
  },
  2 * PATIENCE_MS + 60_000,
)

test('a user who presses "Prøv nå" when Fiken is back does not wait out the pause', async () => {
  const [customer] = customers as [Customer]
  const { faults, settings } = world.vendors
  settings.servicem8.webhooks = 'normal'
  const down = faults.add({
    kind: 'status',
    status: 503,
    vendor: 'fiken',
    who: customer.tenant.user.email,
  })
  const [job] = completePlainJobs(world.vendors, customer.tenant, 1)
  const rowOf = async () =>
    (await transfersOf(customer)).find(({ servicem8JobId }) => servicem8JobId === job)
  const waiting = await until('the job to wait for Fiken', async () => {
    const row = await rowOf()
    return row?.status === 'queued' && row.errorCode === 'fiken_down' && row
  })
  faults.remove(down.id)
  await customer.visitor.call(retryTransfer, { params: { id: waiting.id } })
  // The automatic retry would come half a minute later.
  await until('the draft', async () => (await rowOf())?.status === 'completed')
})
