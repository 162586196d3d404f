import { expect, test } from 'vitest'
import type { ReconciliationAnswer } from '#shared/contracts/reconciliation'
import type { Transfer } from '#shared/contracts/transfers/row'
import { today } from '#shared/dates'
import * as deposits from '../../support/people/deposits/jobs-with-deposits.ts'
import { check, longTimeCustomer } from '../../support/people/long-time-customer.ts'
import { daytime } from '../../support/clock/daytime.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld(daytime())

test('a deposit that was taken off is no difference, as a draft, as an invoice, and until it is credited', async () => {
  const customer = await longTimeCustomer(world)
  const { owner, client } = await deposits.pausedOwner(world, customer)
  const checked = () => check(customer, today(new Date(world.vendors.now())).slice(0, 7), true)
  const rowOf = ({ rows }: ReconciliationAnswer, { servicem8JobId }: Transfer) => {
    const row = rows.find(({ jobUuid }) => jobUuid === servicem8JobId)
    return [row?.kind, row?.total, row?.deposit, row?.documents.map(({ gross }) => gross)]
  }

  const whole = await deposits.started(owner, await deposits.waitingJob(owner, client))
  const customerId = deposits.draftsOf(owner, whole)[0]?.customerId ?? 0
  const invoiceOfClient = () =>
    Object.assign(deposits.depositInvoice(owner, client), { customerId })
  const less = await deposits.waitingJob(owner, client)
  await deposits.chosen(owner, less, invoiceOfClient())
  await deposits.started(owner, less)
  // The deposit is chosen for an existing draft, which keeps the full amount until it is updated.
  await deposits.chosen(owner, whole, invoiceOfClient())

  const asDraft = await checked()
  expect(rowOf(asDraft, less)).toEqual(['in_fiken', 500_000, 125_000, [375_000]])
  expect(rowOf(asDraft, whole)).toEqual(['in_fiken', 500_000, undefined, [500_000]])
  expect(asDraft.summary).toMatchObject({
    jobs: { count: 2, ore: 1_000_000 },
    inFiken: { count: 2, ore: 875_000 },
    deposits: { count: 1, ore: 125_000 },
    difference: 0,
    toLookAt: 0,
  })

  const drafted = await deposits.restOf(owner, less)
  const invoice = deposits.book(owner, drafted)
  const asInvoice = await checked()
  expect(rowOf(asInvoice, less)).toEqual(['in_fiken', 500_000, 125_000, [375_000]])
  expect(asInvoice.summary).toMatchObject({
    deposits: { count: 1, ore: 125_000 },
    difference: 0,
    toLookAt: 0,
  })

  deposits.credit(owner, invoice)
  const credited = await checked()
  expect(rowOf(credited, less)).toEqual(['credited', 500_000, undefined, [375_000]])
  expect(credited.summary?.deposits).toBeUndefined()
  expect(credited.summary?.toLookAt).toBe(1)
})
