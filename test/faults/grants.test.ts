import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { rowsOf } from '#server/platform/database/database'
import { REFRESHES } from '#server/features/mirrors/schedule'
import { readSession } from '#shared/contracts/auth'
import { clearCompanySelection } from '#shared/contracts/configuration'
import { readTokenStatus } from '#shared/contracts/connections'
import { readSystemStatus } from '#shared/contracts/overview'
import { syncNow } from '#shared/contracts/intake'
import { deleteTransfer, retryTransfer } from '#shared/contracts/transfers/actions'
import type { Transfer } from '#shared/contracts/transfers/row'
import { startTimedWorld } from '../support/people/person.ts'
import { swept } from '../support/people/swept.ts'
import {
  completeWorkOrders,
  readyCustomer,
  transfersOf,
  type Customer,
} from '../support/people/tenants.ts'
import { until } from '../support/wait.ts'
import { companiesDue } from '../support/world/users-due.ts'
import { consent, transferOf } from '../support/world/world.ts'

let customers = 0

const world = await startTimedWorld()
beforeEach(() => {
  world.vendors.settings.servicem8.webhooks = 'normal'
})

function newCustomer(): Promise<Customer> {
  customers += 1
  return readyCustomer(world, `Tilgang ${customers} AS`)
}

const complete = (customer: Customer, count = 1) => completeWorkOrders(world, customer, count)

const completed = async ({ visitor }: Customer, [job = '']: string[]) =>
  transferOf(visitor, job, 'completed')
const drafts = ({ tenant: { company } }: Customer) =>
  world.vendors.ledger.draftsCreated.filter(({ slug }) => slug === company.slug)
const subjectOf = ({ tenant: { account, user } }: Customer, vendor: 'servicem8' | 'fiken') =>
  vendor === 'fiken' ? user.email : account.uuid

function calls(customer: Customer, vendor: 'servicem8' | 'fiken', path = /^/) {
  const who = subjectOf(customer, vendor)
  return world.vendors.ledger.entries.filter(
    (entry) => entry.vendor === vendor && entry.who === who && path.test(entry.path),
  )
}

function strike(
  customer: Customer,
  vendor: 'servicem8' | 'fiken',
  kind: 'expire' | 'revoke',
  method: string,
  path: string,
) {
  return world.vendors.faults.add({
    kind,
    vendor,
    method,
    path,
    who: subjectOf(customer, vendor),
    count: 1,
  })
}

function waiting(customer: Customer, [job]: string[], code: string): Promise<Transfer> {
  return until(`the transfer to wait with ${code}`, async () =>
    (await transfersOf(customer)).find(
      (row) => row.servicem8JobId === job && row.status === 'queued' && row.errorCode === code,
    ),
  )
}

describe('a token that expires in the middle of a job', () => {
  test.each([
    ['servicem8', 'GET', '/api_1.0/jobmaterial.json', '/oauth/access_token'],
    ['fiken', 'GET', '/invoices/drafts$', '/oauth/token'],
    ['fiken', 'POST', '/invoices/drafts$', '/oauth/token'],
    ['fiken', 'GET', '/invoices/drafts/[0-9]+$', '/oauth/token'],
  ] as const)(
    'of %s at %s %s is renewed once, and nobody notices',
    async (vendor, method, path, tokenPath) => {
      const customer = await newCustomer()
      const renewals = () =>
        calls(customer, vendor).filter(
          (entry) => entry.path === tokenPath && entry.method === 'POST',
        ).length
      const before = renewals()
      const rule = strike(customer, vendor, 'expire', method, path)
      const transfer = await completed(customer, complete(customer))
      expect(rule.hits).toBe(1)
      expect(renewals() - before).toBe(1)
      expect(drafts(customer).map(({ uuid }) => uuid)).toEqual([transfer.fikenDraftUuid])
      expect(await customer.visitor.call(readTokenStatus)).toMatchObject({ needsReauth: false })
    },
  )
})

describe('a grant that is withdrawn in the middle of a job', () => {
  test.each([
    ['GET', '/invoices/drafts$'],
    ['POST', '/invoices/drafts$'],
    ['GET', '/invoices/drafts/[0-9]+$'],
  ])(
    'at Fiken, at %s %s: the job waits, says so, and resumes when Fiken is connected and the company confirmed',
    async (method, path) => {
      const customer = await newCustomer()
      strike(customer, 'fiken', 'revoke', method, path)
      const job = complete(customer)
      const row = await waiting(customer, job, 'fiken_grant_dead')
      expect(row.errorMessage).toContain('Fiken')
      expect(await customer.visitor.call(readTokenStatus)).toMatchObject({
        needsReauth: true,
        fikenStatus: 'reauth_required',
        fikenMessage: expect.stringContaining('på nytt') as string,
        servicem8Status: 'connected',
      })
      expect(await customer.visitor.call(readSystemStatus)).toMatchObject({
        fikenConnected: false,
        fikenStatus: 'reauth_required',
        everActive: true,
        needsCompany: false,
      })
      const sync = await customer.visitor.tryCall(syncNow)
      expect(sync).toMatchObject({ status: 409, body: { action: 'reauthorize_fiken' } })

      // A dead grant is not used again before the user reconnects.
      const asked = calls(customer, 'fiken').length
      const more = complete(customer)
      await until(
        'the next job to be ingested',
        async () => (await transfersOf(customer)).length === 2,
      )
      world.advance(60_000)
      expect(calls(customer, 'fiken')).toHaveLength(asked)

      await consent(customer.visitor, 'fiken', subjectOf(customer, 'fiken'))
      await customer.visitor.call(clearCompanySelection)
      const transfer = await completed(customer, job)
      await completed(customer, more)
      expect(drafts(customer)).toHaveLength(2)
      expect(drafts(customer).map(({ uuid }) => uuid)).toContain(transfer.fikenDraftUuid)
    },
  )

  test('at Fiken, just before the draft is created: nothing was created, so the transfer can be deleted without reconnecting', async () => {
    const customer = await newCustomer()
    strike(customer, 'fiken', 'revoke', 'POST', '/invoices/drafts$')
    const row = await waiting(customer, complete(customer), 'fiken_grant_dead')
    await customer.visitor.call(deleteTransfer, { params: { id: row.id } })
    expect(await transfersOf(customer)).toEqual([])
  })

  test('at ServiceM8: the ping waits, nothing is asked in the meantime, and the job is processed automatically after reconnecting', async () => {
    const customer = await newCustomer()
    strike(customer, 'servicem8', 'revoke', 'GET', '/api_1.0/job/')
    const job = complete(customer)
    await until(
      'the grant to be marked dead',
      async () => (await customer.visitor.call(readTokenStatus)).needsReauth,
    )
    expect(await customer.visitor.call(readTokenStatus)).toMatchObject({
      servicem8Status: 'reauth_required',
      fikenStatus: 'connected',
    })
    const asked = calls(customer, 'servicem8').length
    const more = complete(customer)
    await until('the next ping to have arrived', () =>
      world.vendors.ledger.webhooks.some(({ uuid, status }) => uuid === more[0] && status === 200),
    )
    world.advance(60_000)
    expect(calls(customer, 'servicem8')).toHaveLength(asked)
    expect(await transfersOf(customer)).toEqual([])

    await consent(customer.visitor, 'servicem8', subjectOf(customer, 'servicem8'))
    await completed(customer, job)
    await completed(customer, more)
    expect(drafts(customer)).toHaveLength(2)
  })

  test('at ServiceM8 while a job is fetched again: its transfer waits and resumes automatically', async () => {
    const customer = await newCustomer()
    // When Fiken refuses the draft, the user retries the row, and the retry fetches the job again.
    const refusal = world.vendors.faults.add({
      kind: 'status',
      status: 400,
      vendor: 'fiken',
      method: 'POST',
      path: '/invoices/drafts$',
      who: subjectOf(customer, 'fiken'),
      message: 'Feil ved validering av data',
    })
    const job = complete(customer)
    const failed = await transferOf(customer.visitor, job[0] ?? '', 'failed')
    expect(failed.errorCode).toBe('draft_refused')
    world.vendors.faults.remove(refusal.id)
    strike(customer, 'servicem8', 'revoke', 'GET', '/api_1.0/job/')
    await customer.visitor.call(retryTransfer, { params: { id: failed.id } })
    await waiting(customer, job, 'servicem8_grant_dead')
    await consent(customer.visitor, 'servicem8', subjectOf(customer, 'servicem8'))
    await completed(customer, job)
    expect(drafts(customer)).toHaveLength(1)
  })
})

async function isPaused(customer: Customer): Promise<boolean> {
  const now = new Date(world.product.platform.clock.now()).toISOString()
  const rows = await rowsOf(
    world.product.platform.db,
    sql`select lane from connections where account = ${subjectOf(customer, 'fiken')} and vendor = 'fiken' and paused_until > ${now}::timestamptz`,
  )
  return rows.length === 1
}

describe('a vendor that is down for a while', () => {
  test('Fiken: the lane is paused, one probe is sent per pause, and then everything is completed', async () => {
    const customer = await newCustomer()
    world.vendors.faults.add({
      kind: 'status',
      status: 503,
      body: 'html',
      vendor: 'fiken',
      who: subjectOf(customer, 'fiken'),
    })
    const jobs = complete(customer, 4)
    const first = await until('the first probe to fail', async () =>
      (await transfersOf(customer)).find(({ errorCode }) => errorCode === 'fiken_down'),
    )
    expect(first.errorMessage).toContain('prøves igjen av seg selv')
    await until(
      'every job to be in the queue',
      async () => (await transfersOf(customer)).length === 4,
    )
    // A probe is one read with two short retries. The pause of 30 s is scaled by 0.02 here.
    const goOn = world.standStill()
    const probes = () => calls(customer, 'fiken').length
    await until('the lane to be paused', () => isPaused(customer))
    // The copies of Fiken's lists must have been attempted, or they fall due in these seconds.
    await until('the copies to have been tried', async () => {
      const { db, clock } = world.product.platform
      const { id } = await customer.visitor.call(readSession)
      return !(await companiesDue(db, REFRESHES, new Date(clock.now()))).includes(id)
    })
    for (let probe = 0; probe < 3; probe += 1) {
      const before = probes()
      world.advance(5_000)
      await until('another probe, and the next pause', async () => {
        return probes() > before && (await isPaused(customer))
      })
      expect(probes() - before).toBe(3)
    }
    goOn()
    expect(
      (await transfersOf(customer)).every(
        ({ status }) => status === 'queued' || status === 'processing',
      ),
    ).toBe(true)

    world.vendors.faults.clear()
    world.advance(60_000)
    for (const job of jobs) await completed(customer, [job])
    expect(drafts(customer)).toHaveLength(4)
    expect(world.vendors.ledger.overlaps).toBe(0)
  })

  test('ServiceM8: pings wait, and every job is processed automatically', async () => {
    const customer = await newCustomer()
    const down = world.vendors.faults.add({
      kind: 'status',
      status: 503,
      vendor: 'servicem8',
      who: subjectOf(customer, 'servicem8'),
    })
    const jobs = complete(customer, 3)
    await until('it to have been tried more than once', () => down.hits > 3)
    expect(await transfersOf(customer)).toEqual([])
    world.vendors.faults.clear()
    for (const job of jobs) await completed(customer, [job])
    expect(drafts(customer)).toHaveLength(3)
  })
})

describe('a job that no ping reported', () => {
  const sweptCustomer = async () => {
    const customer = await newCustomer()
    await swept(world, customer.visitor)
    return customer
  }

  test('is found by "Synkroniser nå"', async () => {
    const customer = await sweptCustomer()
    world.vendors.settings.servicem8.webhooks = 'drop'
    const job = complete(customer)
    expect(await customer.visitor.call(syncNow)).toMatchObject({ jobsFound: 1 })
    await completed(customer, job)
    expect(await customer.visitor.call(syncNow)).toMatchObject({
      jobsFound: 0,
      message: 'Alt er oppdatert. Ingen nye jobber.',
    })
    expect(drafts(customer)).toHaveLength(1)
  })

  test('is found within sixteen minutes without anybody doing anything', async () => {
    const customer = await sweptCustomer()
    world.vendors.settings.servicem8.webhooks = 'drop'
    const job = complete(customer)
    world.advance(16 * 60_000)
    await completed(customer, job)
    expect(drafts(customer)).toHaveLength(1)
  })
})
