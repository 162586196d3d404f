import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { GRANTS } from '#server/features/connections/tokens/grant-lane'
import { nightlyWebhookCheck } from '#server/features/connections/queues'
import { findConnections } from '#server/features/connections/store'
import { CUSTOMER_WRITES } from '#server/features/customers/billing/queues'
import { INTAKE, SWEEP } from '#server/features/inbox/queue-names'
import { MIRROR } from '#server/features/mirrors/queues'
import { REFRESHES } from '#server/features/mirrors/schedule'
import { PAYMENTS } from '#server/features/payments/queue-name'
import { askRefresh, readRefresh } from '#server/features/product-sync/comparison/refresh-store'
import { PRODUCT_LISTS } from '#server/features/product-sync/queue-name'
import { RECONCILIATION } from '#server/features/reconciliation/queue-name'
import { ask, reconciliationOf } from '#server/features/reconciliation/store'
import type { TaskKind } from '#server/features/tasks/kind'
import { startTask } from '#server/features/tasks/start-task'
import { TASKS } from '#server/features/tasks/queue-name'
import { transfers } from '#server/features/transfers/tables'
import { setUserStatus } from '#shared/contracts/admin'
import { login, readSession } from '#shared/contracts/auth'
import { administrator, member, type Member } from '../../support/people/admin/administrator.ts'
import { taskOver } from '../../support/people/bulk.ts'
import { startTimedWorld } from '../../support/people/person.ts'
import { completeWorkOrder, readyCustomer, type Customer } from '../../support/people/tenants.ts'
import { until } from '../../support/wait.ts'
import { companiesDue } from '#test/support/world/users-due'
import { ownTaskName } from '../../support/task-name.ts'

/** Tests that work for a deactivated user pauses, and continues after the activation. */

/** A gate for the task kind below: each letter waits until the gate is open. */
const gate = { waiting: [] as (() => void)[], isOpen: false }
let sent: string[] = []
const letters: TaskKind<Record<string, never>> = {
  name: ownTaskName('letters'),
  activity: 'integration',
  topics: [],
  read: () => ({}),
  title: (_, total) => `${total} brev`,
  done: (_, count) => `${count} brev er sendt`,
  run: async (_, { subject: to }) => {
    sent.push(to)
    if (!gate.isOpen) await new Promise<void>((resolve) => gate.waiting.push(resolve))
    return { status: 'done', message: 'Sendt.' }
  },
}

let customers = 0

const PASSWORD = 'et langt nok passord'

type Subject = Customer & Pick<Member, 'id' | 'email'>

const platform = () => world.product.platform
const now = () => new Date(world.vendors.now())

const moreFeatures = [{ name: 'post office', tasks: [letters] }]
const world = await startTimedWorld({ overrides: { moreFeatures } })
const admin = await administrator(world)
const ledger = () => world.vendors.ledger

async function subject(): Promise<Subject> {
  customers += 1
  const customer = await readyCustomer(world, `Sperret ${customers} AS`)
  const { id, email } = await customer.visitor.call(readSession)
  await until('the mirrors to be up to date', async () => {
    const due = await companiesDue(platform().db, REFRESHES, now())
    return !due.includes(id)
  })
  return { ...customer, id, email }
}

const setActive = async ({ id }: Pick<Member, 'id'>, isActive: boolean) => {
  const { email } = admin
  const visitor = world.visitor()
  await visitor.call(login, { body: { email, password: PASSWORD } })
  await visitor.call(setUserStatus, { params: { id }, body: { isActive } })
}

const asked = ({ tenant: { account, user } }: Subject, since: number) =>
  ledger()
    .entries.filter(({ seq, who }) => seq > since && (who === account.uuid || who === user.email))
    .map(({ vendor, method, path }) => `${vendor} ${method} ${path}`)

const rowsFor = ({ id }: Subject) =>
  platform().db.select().from(transfers).where(eq(transfers.companyId, id))

const MONTH = '2026-10'

async function wakeAll({ id }: Subject): Promise<void> {
  const { db, queue } = platform()
  await ask(db, id, MONTH, now())
  await askRefresh(db, id, now())
  for (const name of [
    INTAKE,
    SWEEP,
    MIRROR,
    PAYMENTS,
    PRODUCT_LISTS,
    RECONCILIATION,
    TASKS,
    CUSTOMER_WRITES,
  ])
    queue.wake(name, id)
  for (const { grantId } of await findConnections(db, id)) queue.wake(GRANTS, grantId ?? '')
  await nightlyWebhookCheck(platform()).run(new AbortController().signal)
}

const allDone = (one: Subject, job: string) =>
  until(`everything to be done for ${one.email}`, async () => {
    const { db } = platform()
    const check = await reconciliationOf(db, one.id, MONTH)
    const lists = await readRefresh(db, one.id)
    const rows = await rowsFor(one)
    return (
      check?.status === 'done' &&
      lists?.endedAt !== null &&
      rows.some(({ servicem8JobId, status }) => servicem8JobId === job && status === 'completed')
    )
  })

test('neither vendor is asked anything for a deactivated user, whatever falls due, and all of it is done when they are activated', async () => {
  const [sleeper, neighbour] = [await subject(), await subject()]
  await setActive(sleeper, false)
  const since = ledger().total
  // Eight hours later, the tokens have expired and every list is due to be read.
  world.advance(8 * 3_600_000)
  const [job, theirs] = [completeWorkOrder(world, sleeper), completeWorkOrder(world, neighbour)]
  for (const one of [sleeper, neighbour]) await wakeAll(one)
  await allDone(neighbour, theirs)
  expect(asked(neighbour, since).length).toBeGreaterThan(10)
  expect(asked(sleeper, since)).toEqual([])
  expect(await rowsFor(sleeper)).toEqual([])

  await setActive(sleeper, true)
  await allDone(sleeper, job)
  expect(sleeper.tenant.company.drafts).toHaveLength(neighbour.tenant.company.drafts.length)
})

test('a transfer under way stops before its next call, and becomes one draft when the user is activated', async () => {
  const one = await subject()
  const slow = world.vendors.faults.add({
    kind: 'slow',
    vendor: 'fiken',
    who: one.tenant.user.email,
    path: '/invoices/drafts$',
    method: 'GET',
    ms: 5_000,
    count: 1,
  })
  const drafts = one.tenant.company.drafts.length
  const job = completeWorkOrder(world, one)
  await until('the look-up to be under way', () => slow.hits > 0)
  const since = ledger().total
  await setActive(one, false)
  await until('the transfer to be given back', async () =>
    (await rowsFor(one)).some(({ status }) => status === 'queued'),
  )
  // No request followed the look-up that was in progress.
  expect(asked(one, since).filter((call) => !call.endsWith('/invoices/drafts'))).toEqual([])
  expect(one.tenant.company.drafts).toHaveLength(drafts)
  await setActive(one, true)
  await until('the draft', async () => (await rowsFor(one))[0]?.status === 'completed')
  expect((await rowsFor(one)).map(({ servicem8JobId }) => servicem8JobId)).toEqual([job])
  expect(one.tenant.company.drafts).toHaveLength(drafts + 1)
})

test('a task under way begins no other item, and is finished when the user is activated', async () => {
  const [locked, other] = [await member(world), await member(world)]
  const send = (by: Member, to: string[]) => {
    const items = to.map((name) => ({ subject: name, title: `Brev til ${name}` }))
    return startTask(platform(), by.id, { actor: null, kind: letters, parameters: {}, items })
  }
  sent = []
  const { id } = await send(locked, ['Anna', 'Bjørn', 'Cato'])
  await until('a letter to be at the gate', () => gate.waiting.length > 0)
  await setActive(locked, false)
  gate.isOpen = true
  for (const pass of gate.waiting.splice(0)) pass()
  // Another user's task, started later, runs normally.
  await taskOver(other.visitor, (await send(other, ['Dina'])).id)
  expect(sent).toEqual(['Anna', 'Dina'])

  await setActive(locked, true)
  const visitor = world.visitor()
  await visitor.call(login, { body: { email: locked.email, password: PASSWORD } })
  expect(await taskOver(visitor, id)).toMatchObject({ status: 'done', counts: { done: 3 } })
  expect(sent).toEqual(['Anna', 'Dina', 'Bjørn', 'Cato'])
})
