import { expect, test } from 'vitest'
import { listCollective } from '#shared/contracts/collective'
import { saveConfiguration } from '#shared/contracts/configuration'
import { startTransfer } from '#shared/contracts/transfers/actions'
import type { Transfer } from '#shared/contracts/transfers/row'
import { addDays, dateOf, osloInstant } from '#shared/dates'
import {
  completeForSet,
  completeSet,
  waitingForSet,
  collectiveCustomer,
  headingsOf,
  make,
  numbersOf,
  onDrafts,
  rowsThat,
  type CollectiveCustomer,
} from '../../support/people/collective-customer.ts'
import { startTimedWorld } from '../../support/people/person.ts'
import { until } from '../../support/wait.ts'

const DAY_MS = 86_400_000

const world = await startTimedWorld({ byDay: true })

const today = () => dateOf(new Date(world.vendors.now()))

test('on the day, one draft takes what has been completed; what is late waits for the next', async () => {
  const day = Number(addDays(today(), 1).slice(-2))
  const customer = await collectiveCustomer(world, 'Måned AS', { time: { every: 'month', day } })
  const rows = await completeSet(customer, [{}, {}])
  const [{ nextOn } = { nextOn: null }] = await customer.visitor.call(listCollective)
  expect(nextOn).toBe(addDays(today(), 1))
  world.advance(DAY_MS)
  await onDrafts(
    customer,
    rows.map(({ servicem8JobId }) => servicem8JobId),
  )
  expect(headingsOf(customer)).toEqual([numbersOf(rows)])

  const [after] = await customer.visitor.call(listCollective)
  expect(after?.nextOn?.slice(0, 7)).not.toBe(nextOn?.slice(0, 7))
  const late = completeForSet(customer)
  await waitingForSet(customer, [late])
  expect(customer.tenant.company.drafts).toHaveLength(1)
})

test('a week’s day comes every week', async () => {
  const ahead = new Date(`${addDays(today(), 1)}T12:00:00Z`).getUTCDay() || 7
  const time = { every: 'week', weekday: ahead } as const
  const customer = await collectiveCustomer(world, 'Uke AS', { time })
  const first = await completeSet(customer, [{}])
  world.advance(DAY_MS)
  await onDrafts(
    customer,
    first.map(({ servicem8JobId }) => servicem8JobId),
  )
  const [choice] = await customer.visitor.call(listCollective)
  expect(choice?.nextOn).toBe(addDays(today(), 7))
})

test('a day that passes while the integration is off is made up for when it is on again', async () => {
  const day = Number(addDays(today(), 1).slice(-2))
  const customer = await collectiveCustomer(world, 'Avslått AS', { time: { every: 'month', day } })
  const { visitor, tenant } = customer
  const rows = await completeSet(customer, [{}])
  await visitor.call(saveConfiguration, { body: { isActive: false } })
  const due = (await visitor.call(listCollective))[0]?.nextOn
  world.advance(DAY_MS)
  // Another customer with the same draft day shows that the day's work is done.
  const other = await collectiveCustomer(world, 'Påslått AS', {
    time: { every: 'month', day: day },
  })
  expect((await visitor.call(listCollective))[0]?.nextOn).toBe(due)
  expect((await other.visitor.call(listCollective))[0]?.nextOn).not.toBe(due)
  expect(tenant.company.drafts).toEqual([])
  await visitor.call(saveConfiguration, {
    body: { isActive: true, activatedAt: new Date(world.vendors.now()).toISOString() },
  })
  await onDrafts(
    customer,
    rows.map(({ servicem8JobId }) => servicem8JobId),
  )
  await until('the day to have moved on', async () => {
    const [choice] = await visitor.call(listCollective)
    return choice?.nextOn !== due
  })
})

interface Late {
  customer: CollectiveCustomer
  rows: Transfer[]
  late: Transfer
  /** Lets ServiceM8 respond for the late job again. */
  answers(): void
}

/** Makes a customer with two waiting jobs and a late job that ServiceM8 does not deliver yet. */
async function lateJob(name: string, day: number): Promise<Late> {
  const customer = await collectiveCustomer(world, name, { time: { every: 'month', day } })
  const { faults } = world.vendors
  const [late] = await completeSet(customer, [{}])
  const uuid = late?.servicem8JobId ?? ''
  faults.add({
    vendor: 'fiken',
    kind: 'status',
    status: 400,
    message: 'Ugyldig',
    method: 'POST',
    path: '/invoices/drafts$',
    who: customer.tenant.user.email,
    count: 1,
  })
  await make(customer, [late!])
  await rowsThat(customer, [uuid], 'to fail', ({ status }) => status === 'failed')
  const rows = await completeSet(customer, [{}, {}])
  const down = faults.add({
    vendor: 'servicem8',
    kind: 'status',
    status: 503,
    path: `/job/${uuid}`,
  })
  await customer.visitor.call(startTransfer, { params: { id: late?.id ?? '' } })
  await rowsThat(
    customer,
    [uuid],
    'to wait for ServiceM8',
    ({ status, errorCode }) => status === 'queued' && errorCode === 'servicem8_down',
  )
  return { customer, rows, late: late!, answers: () => void faults.remove(down.id) }
}

const turnTo = (date: string, hour: number) =>
  world.advance(osloInstant(date, hour).getTime() - world.vendors.now())

/** Waits for another customer's draft of the same day, which shows that the day's work is done. */
async function othersDone(name: string, day: number, date: string, hour: number): Promise<void> {
  const other = await collectiveCustomer(world, name, { time: { every: 'month', day } })
  const rows = await completeSet(other, [{}])
  turnTo(date, hour)
  await onDrafts(
    other,
    rows.map(({ servicem8JobId }) => servicem8JobId),
  )
}

test('in the morning the day waits for a job that is on its way, and takes it along', async () => {
  const date = addDays(today(), 1)
  const day = Number(date.slice(-2))
  const { customer, rows, late, answers } = await lateJob('Venter på en AS', day)
  await othersDone('Venter ikke AS', day, date, 8)
  expect(customer.tenant.company.drafts).toEqual([])
  expect((await customer.visitor.call(listCollective))[0]?.nextOn).toBe(date)
  answers()
  await onDrafts(
    customer,
    [late, ...rows].map(({ servicem8JobId }) => servicem8JobId),
  )
  expect(headingsOf(customer)).toEqual([numbersOf([late, ...rows])])
})

test('from noon the day does not wait any more, and what is late is on the next draft', async () => {
  const date = addDays(today(), 1)
  const day = Number(date.slice(-2))
  const { customer, rows, late, answers } = await lateJob('Venter til tolv AS', day)
  turnTo(date, 12)
  await onDrafts(
    customer,
    rows.map(({ servicem8JobId }) => servicem8JobId),
  )
  expect(headingsOf(customer)).toEqual([numbersOf(rows)])
  answers()
  await waitingForSet(customer, [late.servicem8JobId])
  expect(customer.tenant.company.drafts).toHaveLength(1)
})
