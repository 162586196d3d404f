import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCollective } from '#shared/contracts/collective'
import { saveConfiguration } from '#shared/contracts/configuration'
import { addDays, dateOf } from '#shared/dates'
import {
  completeGathered,
  gather,
  gathered,
  gatheringCustomer,
  headingsOf,
  numbersOf,
  onDrafts,
} from '../../support/people/gathering-customer.ts'
import { startTimedWorld, type TimedWorld } from '../../support/people/person.ts'
import { until } from '../../support/wait.ts'

/** The day on which a customer's draft is made. */

const DAY_MS = 86_400_000

let world: TimedWorld
beforeAll(async () => {
  world = await startTimedWorld()
})
afterAll(() => world.stop())

const today = () => dateOf(new Date(world.sandbox.world.now()))

test('on the day, one draft takes what has been completed; what is late waits for the next', async () => {
  const day = Number(addDays(today(), 1).slice(-2))
  const customer = await gatheringCustomer(world, 'Måned AS', { time: { every: 'month', day } })
  const rows = await gather(customer, [{}, {}])
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
  const late = completeGathered(customer)
  await gathered(customer, [late])
  expect(customer.tenant.company.drafts).toHaveLength(1)
})

test('a week’s day comes every week', async () => {
  const ahead = new Date(`${addDays(today(), 1)}T12:00:00Z`).getUTCDay() || 7
  const time = { every: 'week', weekday: ahead } as const
  const customer = await gatheringCustomer(world, 'Uke AS', { time })
  const first = await gather(customer, [{}])
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
  const customer = await gatheringCustomer(world, 'Avslått AS', { time: { every: 'month', day } })
  const { visitor, tenant } = customer
  const rows = await gather(customer, [{}])
  await visitor.call(saveConfiguration, { body: { isActive: false } })
  const due = (await visitor.call(listCollective))[0]?.nextOn
  world.advance(DAY_MS)
  // Another customer's day is the same, and shows that it has been looked for.
  const other = await gatheringCustomer(world, 'Påslått AS', { time: { every: 'month', day: day } })
  expect((await visitor.call(listCollective))[0]?.nextOn).toBe(due)
  expect((await other.visitor.call(listCollective))[0]?.nextOn).not.toBe(due)
  expect(tenant.company.drafts).toEqual([])
  await visitor.call(saveConfiguration, {
    body: { isActive: true, activatedAt: new Date(world.sandbox.world.now()).toISOString() },
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
