import { readFileSync } from 'node:fs'
import path from 'node:path'
import { and, eq, gt } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedCause, type CauseCode } from '#shared/causes/index'
import { webhookEvents } from '#server/features/inbox/tables'
import { listEverybodysActivity } from '#shared/contracts/admin'
import { readSession } from '#shared/contracts/auth'
import { saveConfiguration } from '#shared/contracts/configuration'
import {
  QUEUES,
  readOperations,
  resumeVendor,
  retryFailures,
  ROUTINES,
  runRoutine,
  type Operations,
  type QueueName,
  type RoutineName,
} from '#shared/contracts/operations'
import { listTasks } from '#shared/contracts/tasks'
import { completePlainJobs } from '../../faults/support/plain-jobs.ts'
import { administrator, type Member } from '../../support/people/admin/administrator.ts'
import { startTimedWorld, type TimedWorld } from '../../support/people/person.ts'
import { readyCustomer, transfersOf, type Customer } from '../../support/people/tenants.ts'
import { until } from '../../support/wait.ts'

/** What the operator of an installation sees over all its users, and can do something about. */

const TOKEN = 'let-me-see'

let world: TimedWorld
let admin: Member
let customer: Customer
let customerId: string
let other: Customer

beforeAll(async () => {
  // The product's own waits: what an operator starts must not have started by itself.
  world = await startTimedWorld({ env: { METRICS_TOKEN: TOKEN }, overrides: { ladderScale: 1 } })
  admin = await administrator(world)
  customer = await readyCustomer(world, 'Treg Rør AS')
  customerId = (await customer.visitor.call(readSession)).id
  other = await readyCustomer(world, 'Annen Rør AS')
})
afterAll(() => world.stop())

const read = (): Promise<Operations> => admin.visitor.call(readOperations)
const queue = async (name: QueueName) => {
  const found = (await read()).queues.find((each) => each.name === name)
  if (!found) throw new Error(`no queue ${name}`)
  return found
}
const vendor = async (name: 'fiken' | 'servicem8') => {
  const found = (await read()).vendors.find((each) => each.vendor === name)
  if (!found) throw new Error(`no vendor ${name}`)
  return found
}
const failure = async (code: CauseCode) =>
  (await read()).failures.find((each) => each.code === code) ?? null
const retry = (code: CauseCode) => admin.visitor.tryCall(retryFailures, { params: { code } })
const resume = (name: 'fiken' | 'servicem8') =>
  admin.visitor.tryCall(resumeVendor, { params: { vendor: name } })
const lastEntry = async () =>
  (await admin.visitor.call(listEverybodysActivity, { query: { userId: admin.id, limit: 1 } }))[0]
const statusOf = async (who: Customer, job: string) =>
  (await transfersOf(who)).find(({ servicem8JobId }) => servicem8JobId === job)?.status
const complete = ({ tenant }: Customer) => {
  const [job = ''] = completePlainJobs(world.sandbox.world, tenant, 1)
  return job
}
/** Jobs that could not be looked at. */
const failedLooks = () =>
  world.product.platform.db.$count(
    webhookEvents,
    and(eq(webhookEvents.processed, false), gt(webhookEvents.attempts, 0)),
  )
/** Lets a vendor fail until it is over. */
function during(fault: Parameters<typeof world.sandbox.world.faults.add>[0]) {
  const { faults } = world.sandbox.world
  const { id } = faults.add(fault)
  return { isOver: () => faults.remove(id) }
}
async function metrics(): Promise<string> {
  const answer = await fetch(`${world.url}/metrics`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  })
  expect(answer.status).toBe(200)
  return answer.text()
}

describe('an installation in which nothing is wrong', () => {
  test('shows every queue of the product, what runs, and its database', async () => {
    const seen = await read()
    expect(seen.queues.map(({ name }) => name)).toEqual([...QUEUES])
    expect(seen.failures).toEqual([])
    expect(seen.version).toMatchObject({
      number: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
      node: process.versions.node,
      role: 'all',
    })
    expect(seen.database.bytes).toBeGreaterThan(1_000_000)
    expect(seen.database.tables).toHaveLength(8)
    expect(seen.database.migrations).toMatchObject({ missing: 0, unknown: 0 })
    expect(seen.database.migrations.applied).toBeGreaterThan(20)
    expect(seen.database.migrations.latest).toMatch(/^\d{4}_/)
    expect(seen.vendors).toMatchObject([
      { vendor: 'servicem8', connected: 2, expired: 0, paused: 0, refusals: [] },
      { vendor: 'fiken', connected: 2, expired: 0, paused: 0, refusals: [] },
    ])
    expect(seen.routines.map(({ name }) => name)).toEqual([...ROUTINES])
    for (const { nextAt } of seen.routines)
      expect(Date.parse(nextAt)).toBeGreaterThan(Date.parse(seen.readAt))
  })

  test('counts the drafts of the last day by user, and how long they took', async () => {
    const job = complete(customer)
    await until('the draft', async () => (await statusOf(customer, job)) === 'completed')
    const [slowest] = (await read()).slowest
    expect(slowest).toMatchObject({ id: customerId, made: 1, waiting: 0 })
    expect(slowest?.medianSeconds).toBeGreaterThanOrEqual(0)
    expect(slowest?.medianSeconds).toBeLessThan(600)
  })

  test('has nothing to try again', async () => {
    for (const name of ['fiken', 'servicem8'] as const)
      expect(await resume(name)).toMatchObject({ status: 409, body: { code: 'nothing_to_do' } })
    expect(await retry('unknown')).toMatchObject({ status: 409, body: { code: 'nothing_to_do' } })
    expect(await retry(storedCause('no_such_cause'))).toMatchObject({ status: 404 })
  })
})

describe('while Fiken does not answer', () => {
  test('its lanes rest and the jobs wait for later; "Prøv nå" starts them as soon as it is back', async () => {
    const fault = during({
      ...{ kind: 'status', vendor: 'fiken', who: customer.tenant.user.email },
      status: 503,
    })
    const job = complete(customer)
    await until('the lane to rest', async () => (await vendor('fiken')).paused === 1)
    const state = await until('the transfer to wait', async () => {
      const seen = await vendor('fiken')
      return seen.waiting === 1 ? seen : null
    })
    expect(Date.parse(state.firstTryAt ?? '')).toBeGreaterThan(Date.now())
    expect(await queue('transfer-lane')).toMatchObject({ waiting: 0, later: 1, oldestAt: null })
    expect(await failure('fiken_down')).toMatchObject({ failed: 0, retrying: 1, users: 1 })
    expect((await read()).slowest[0]).toMatchObject({ id: customerId, waiting: 1 })
    const figures = await metrics()
    expect(figures).toContain('fakturabro_paused_lanes{vendor="fiken"} 1')
    expect(figures).toContain('fakturabro_retrying_transfers{cause="fiken_down"} 1')
    expect(figures).toMatch(
      /fakturabro_vendor_request_seconds_count\{vendor="fiken",method="GET",result="503"\} [1-9]/,
    )

    fault.isOver()
    expect(await statusOf(customer, job)).toBe('queued')
    const { status, body } = await resume('fiken')
    expect({ status, body }).toEqual({
      status: 200,
      body: { message: 'Prøver Fiken nå: 1 tilkobling og 1 overføring som ventet.' },
    })
    await until('the draft', async () => (await statusOf(customer, job)) === 'completed')
    expect(await vendor('fiken')).toMatchObject({ paused: 0, waiting: 0, firstTryAt: null })
    expect(await lastEntry()).toMatchObject({
      action: 'admin_vendor_resumed',
      description: 'Prøver Fiken nå: 1 tilkobling og 1 overføring som ventet.',
    })
    // What is over is no longer shown as it was.
    expect(await metrics()).not.toContain('cause="fiken_down"} 1')
  })
})

describe('while ServiceM8 does not answer', () => {
  test('the jobs to look at wait, and "Prøv nå" looks at them', async () => {
    const fault = during({
      ...{ kind: 'status', vendor: 'servicem8', who: customer.tenant.account.uuid },
      status: 503,
    })
    const job = complete(customer)
    await until('the look to have failed', async () => (await failedLooks()) > 0)
    expect(await queue('intake')).toMatchObject({ waiting: 0 })
    expect((await queue('intake')).later).toBeGreaterThan(0)
    expect(await vendor('servicem8')).toMatchObject({ newJobs: 1 })
    fault.isOver()
    const { body } = await resume('servicem8')
    expect(body).toMatchObject({
      message: 'Prøver ServiceM8 nå: nye jobber hos 1 bruker som ventet.',
    })
    await until('the draft', async () => (await statusOf(customer, job)) === 'completed')
    await until('the inbox to be empty', async () => {
      const { waiting, later } = await queue('intake')
      return waiting + later === 0
    })
  })
})

describe('transfers that have stopped', () => {
  test('are tried again for everybody who has the integration on, and by nobody else’s switch', async () => {
    const fault = during({
      ...{ kind: 'status', vendor: 'fiken', method: 'POST', path: '/invoices/drafts' },
      status: 400,
      body: 'html',
    })
    const [job, held] = [complete(customer), complete(other)]
    for (const [who, id] of [
      [customer, job],
      [other, held],
    ] as const)
      await until('the refusal', async () => (await statusOf(who, id)) === 'failed')
    fault.isOver()
    await other.visitor.call(saveConfiguration, { body: { isActive: false } })
    expect(await failure('draft_refused')).toMatchObject({
      ...{ failed: 2, users: 2, canRetry: true },
      startable: 1,
    })

    const { status, body } = await retry('draft_refused')
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        message:
          '1 jobb hos 1 bruker prøves igjen. 1 bruker har slått av integrasjonen eller er deaktivert, og er ikke rørt.',
      },
    })
    await until('the draft', async () => (await statusOf(customer, job)) === 'completed')
    expect(await statusOf(other, held)).toBe('failed')
    expect(await customer.visitor.call(listTasks)).toMatchObject([
      {
        title: 'Prøv 1 jobb igjen (startet av den som drifter tjenesten)',
        counts: { total: 1, done: 1 },
      },
    ])
    expect((await lastEntry())?.action).toBe('admin_failures_retried')
    expect(await retry('draft_refused')).toMatchObject({
      status: 409,
      body: {
        message:
          'De som har jobber som står stille av denne årsaken, har slått av integrasjonen eller er deaktivert.',
      },
    })
  })

  test('are left to their owner where the owner must do something first', async () => {
    expect(await retry('vat_unmapped')).toMatchObject({
      status: 409,
      body: {
        code: 'needs_owner',
        message:
          '«MVA-satsen er ikke koblet til Fiken» må eieren av jobben gjøre noe med først. Et nytt forsøk ville stoppe igjen.',
      },
    })
  })
})

describe('a routine', () => {
  test.each(ROUTINES)('%s is started now, once, and logged', async (name: RoutineName) => {
    const run = () => admin.visitor.tryCall(runRoutine, { params: { name } })
    const answers = await Promise.all([run(), run()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await lastEntry()).toMatchObject({ action: 'admin_routine_started' })
    await until('it to be over', async () => (await run()).status === 200)
  })

  test('with another name is none', async () => {
    const answer = await admin.visitor.fetch('/api/admin/operations/routines/everything/run', {
      method: 'POST',
    })
    expect(answer.status).toBe(404)
  })
})

describe('the alert rules', () => {
  test('name only figures that the product has', async () => {
    const rules = readFileSync(path.join(import.meta.dirname, '../../../docs/alerts.yml'), 'utf8')
    const named = new Set(rules.match(/\b(?:fakturabro|process|nodejs)_\w+/g))
    const types = (await metrics()).matchAll(/^# TYPE (\w+) (\w+)$/gm)
    const known = new Set(
      [...types].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    )
    expect(named.size).toBeGreaterThan(8)
    expect([...named].filter((name) => !known.has(name))).toEqual([])
  })
})
