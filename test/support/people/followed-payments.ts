import { beforeAll, beforeEach } from 'vitest'
import { localDate } from '#sandbox/world/local-time'
import type { StoredInvoice } from '#sandbox/world/state'
import { PAYMENTS } from '#server/features/payments/queue-name'
import { listActivity } from '#shared/contracts/activity-log'
import { type Transfer, readTimeline } from '#shared/contracts/transfers/row'
import { completePlainJobs } from '../../faults/support/plain-jobs.ts'
import { restingLanes } from '../resting-lanes.ts'
import { until } from '../wait.ts'
import { followedCustomer, invoiceDraft, payIn, type FollowedCustomer } from './accountant.ts'
import { nextLook } from './payment-looks.ts'
import { startTimedWorld, type TimedWorld } from './person.ts'
import { transfersOf } from './tenants.ts'

const plain = (text: string) => text.replaceAll(/\s/g, ' ')

/**
 * Starts a world for the tests in a file, and makes a new customer with followed payments for each
 * test.
 * @param step the timeline step that the file's tests are about
 */
export function useFollowedPayments(name: string, step: 'payment' | 'write_back') {
  let world: TimedWorld
  let customer: FollowedCustomer
  let customers = 0
  const lanes = restingLanes()
  beforeAll(async () => {
    world = await startTimedWorld({ byDay: true, overrides: lanes.override })
  })
  beforeEach(async () => {
    customers += 1
    customer = await followedCustomer(world, `${name} ${customers} AS`)
  })

  return {
    world: () => world,
    customer: () => customer,
    looked: () => lanes.over(PAYMENTS),
    now: () => localDate(world.vendors.now()),
    /** Moves the clock by over an hour, and waits for the payment check, whatever its result. */
    anHourLater: (milliseconds?: number) => nextLook(world, customer.userId, milliseconds),

    /** Makes jobs of 1 250 kr with drafts in Fiken; returns their transfers, oldest first. */
    async drafts(count: number): Promise<Transfer[]> {
      const jobs = completePlainJobs(world.vendors, customer.tenant, count)
      return until(`${count} drafts`, async () => {
        const rows = (await transfersOf(customer)).filter(
          (row) => jobs.includes(row.servicem8JobId) && row.status === 'completed',
        )
        return (
          rows.length === count &&
          rows.sort((a, b) => jobs.indexOf(a.servicem8JobId) - jobs.indexOf(b.servicem8JobId))
        )
      })
    },
    invoice: (row: Transfer) => invoiceDraft(world, customer.tenant.company, row),
    pay: (made: StoredInvoice, ore?: number) => payIn(world, made, ore),

    async timelineOf({ id }: Transfer): Promise<string[]> {
      const timeline = await customer.visitor.call(readTimeline, { params: { id } })
      return timeline.filter((entry) => entry.step === step).map(({ text }) => plain(text))
    },
    async log(action: string): Promise<string[]> {
      const entries = await customer.visitor.call(listActivity, {})
      return entries
        .filter((entry) => entry.action === action)
        .map(({ description }) => plain(description ?? ''))
    },
  }
}
