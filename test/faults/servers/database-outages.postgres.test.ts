import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { saveConfiguration } from '#shared/contracts/configuration'
import { listTransfers } from '#shared/contracts/transfers/list'
import { databaseProxy, type DatabaseProxy } from '../../support/world/database-proxy.ts'
import { SHORT_WAITS } from '../../support/world/limiters.ts'
import { startProcessWorld } from '../../support/world/process.ts'
import { report } from '../../support/report.ts'
import { readyCustomer, transfersOf, type Customer } from '../../support/people/tenants.ts'
import { until } from '../../support/wait.ts'
import { onServer, temporaryDatabase } from '../../support/world/temporary-database.ts'
import { completePlainJobs } from '../support/plain-jobs.ts'

const SERVER = process.env['TEST_DATABASE_URL'] ?? ''
const JOBS_EACH = 6

let database: { url: string; drop: () => Promise<void> }
let proxy: DatabaseProxy

const world = await startProcessWorld({
  overrides: { ...SHORT_WAITS, ladderScale: 0.005, tickMs: 500 },
  before: async () => {
    database = await temporaryDatabase(SERVER)
    proxy = await databaseProxy(database.url)
    return { DATABASE_URL: proxy.url }
  },
})
world.vendors.settings.servicem8.webhookRetryMs = Array.from({ length: 90 }, () => 500)
const customers: Customer[] = await Promise.all(
  ['Utsira', 'Røvær', 'Fedje'].map((name) => readyCustomer(world, `${name} Rør AS`)),
)
afterAll(async () => {
  await world.stop()
  await proxy.close()
  await database.drop()
})
beforeEach(() => {
  world.vendors.ledger.reset()
})
afterEach(() => {
  proxy.restore()
})

const completeJobs = (each = JOBS_EACH): string[] =>
  customers.flatMap(({ tenant }) => completePlainJobs(world.vendors, tenant, each))

/** Waits until every job has its draft, and checks that the process never exited. */
async function expectAllToBeDone(jobs: readonly string[]): Promise<void> {
  const { ledger } = world.vendors
  const rows = await until('every job to be completed', async () => {
    const all = (await Promise.all(customers.map(transfersOf)))
      .flat()
      .filter((row) => jobs.includes(row.servicem8JobId))
    return all.filter(({ status }) => status === 'completed').length === jobs.length && all
  }).catch(async (error: unknown) => {
    const all = (await Promise.all(customers.map(transfersOf)))
      .flat()
      .filter((row) => jobs.includes(row.servicem8JobId))
    report(
      'not completed:',
      all
        .filter(({ status }) => status !== 'completed')
        .map((row) => [row.status, row.errorCode, row.errorMessage]),
    )
    throw error
  })
  expect(rows).toHaveLength(jobs.length)
  expect(ledger.draftsCreated.map(({ uuid }) => uuid).sort()).toEqual(
    rows.map(({ fikenDraftUuid }) => fikenDraftUuid).sort(),
  )
  expect(ledger.overlaps).toBe(0)
  // If a webhook cannot be stored, the response makes ServiceM8 send it again.
  expect(
    [...new Set(ledger.webhooks.map(({ status }) => status))].filter(
      (status) => status !== 200 && status !== 503,
    ),
  ).toEqual([])
  expect(world.gone()).toBe(false)
}

const refusedPings = () =>
  world.vendors.ledger.webhooks.filter(({ status }) => status === 503).length
const drafts = () => world.vendors.ledger.draftsCreated.length
const cutBackends = () =>
  onServer(
    SERVER,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${new URL(database.url).pathname.slice(1)}'`,
  )
const NOT_NOW = {
  status: 503,
  body: {
    code: 'database_unavailable',
    message: 'Vi får ikke lest eller lagret noe akkurat nå. Prøv igjen om litt.',
  },
}

const NO_ROOM = {
  status: 503,
  body: {
    code: 'disk_full',
    message:
      'Det er ikke plass til å lagre mer på serveren akkurat nå. Ingenting er endret. Prøv igjen om litt.',
  },
}

describe('a PostgreSQL', () => {
  test('that cuts its connections again and again while jobs are being transferred: every job becomes one draft automatically', async () => {
    const jobs = completeJobs()
    for (let made = 1; made <= 12; made += 2) {
      await until(`${made} drafts`, () => drafts() >= made)
      if (made % 4 === 1) proxy.cut()
      else await cutBackends()
    }
    await expectAllToBeDone(jobs)
  })

  test('that is unavailable for a while: pings and people are asked to try again, and everything resumes when it is back', async () => {
    const jobs = completeJobs()
    await until('a draft', () => drafts() > 0)
    proxy.stop()
    jobs.push(...completeJobs())
    await until('pings to be turned away', () => refusedPings() >= customers.length * JOBS_EACH)
    for (const { visitor } of customers)
      expect(await visitor.tryCall(listTransfers)).toMatchObject(NOT_NOW)
    expect((await fetch(`${world.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${world.url}/readyz`)).status).toBe(503)

    proxy.restore()
    await expectAllToBeDone(jobs)
    expect((await fetch(`${world.url}/readyz`)).status).toBe(200)
  })

  test.each([
    {
      // A trigger on each of our tables raises the error, because the test cannot fill the disk.
      what: 'whose disk is full',
      // Locking all tables in another order than the server might end in a deadlock.
      begin: [
        `create function disk_full() returns trigger language plpgsql as $$ begin
           raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`,
        `do $$ declare t record; begin for t in select tablename from pg_tables where schemaname = 'public' loop
           execute format('create trigger disk_full before insert or update on %I execute function disk_full()', t.tablename);
           commit;
         end loop; end $$`,
      ],
      end: 'create or replace function disk_full() returns trigger language plpgsql as $$ begin return new; end $$',
      cut: false,
      says: NO_ROOM,
      isFull: true,
    },
    {
      // A standby responds with this error (25006) during a failover.
      what: 'that accepts no writes',
      begin: [
        `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
      ],
      end: `begin read write; do $$ begin execute format('alter database %I reset default_transaction_read_only', current_database()); end $$; commit`,
      cut: true,
      says: NOT_NOW,
      isFull: false,
    },
  ])(
    '$what: what can be read is shown, other requests are asked to try again, and everything resumes automatically',
    async ({ begin, end, cut, says, isFull }) => {
      const [{ visitor }] = customers as [Customer]
      const jobs = completeJobs()
      await until('a draft', () => drafts() > 0)
      for (const statement of begin) await onServer(database.url, statement)
      if (cut) await cutBackends()
      try {
        jobs.push(...completeJobs(2))
        await until('pings to be turned away', () => refusedPings() >= 6)
        const before = drafts()
        expect(
          await visitor.tryCall(saveConfiguration, { body: { customerMatchThreshold: 95 } }),
        ).toMatchObject(says)
        expect((await visitor.tryCall(listTransfers)).status).toBe(200)
        const ready = await fetch(`${world.url}/readyz`)
        if (isFull) expect(await ready.json()).toMatchObject({ database: true, disk: false })
        expect(ready.ok && isFull).toBe(false)
        expect(drafts()).toBe(before)
      } finally {
        await onServer(database.url, end)
        if (cut) await cutBackends()
      }
      await expectAllToBeDone(jobs)
    },
  )
})
