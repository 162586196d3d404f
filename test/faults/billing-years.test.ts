import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import type { NewFault } from '#sandbox/http/faults'
import { billingTime } from '#server/features/billing/calendar'
import {
  readBillingStatus,
  saveSubscriptionSettings,
  triggerBilling,
} from '#shared/contracts/billing'
import { addMonths, formatMonth, osloInstant, today } from '#shared/dates'
import {
  activeSubscriber,
  contactsOf,
  invoicesTo,
  loggedIn,
  moveTo,
  now,
  SETTINGS,
  startSeller,
  switchIntegration,
  thisMonth,
  type Account,
} from '../support/billing/seller.ts'
import { until } from '../support/wait.ts'
import { SHORT_WAITS } from '../support/world/limiters.ts'

/**
 * Tests months of billing on a simulated clock, through switches, price changes, downtime and
 * faults. `npm run prove` runs ten years.
 */

const MONTHS = Number(process.env['FAULT_MONTHS'] ?? 4)
const SEED = Number(process.env['FAULT_SEED'] ?? randomInt(1, 2 ** 31))

const DRAFTS = '/invoices/drafts$'
const TROUBLE: readonly NewFault[] = [
  { vendor: 'fiken', kind: 'lost', method: 'POST', path: DRAFTS, count: 1 },
  { vendor: 'fiken', kind: 'lost', method: 'POST', path: '/createInvoice$', count: 1 },
  { vendor: 'fiken', kind: 'status', status: 500, count: 3 },
  { vendor: 'fiken', kind: 'status', status: 429, retryAfter: 1, count: 2 },
  { vendor: 'fiken', kind: 'reset', path: '^/api/v2', count: 2 },
  { vendor: 'fiken', kind: 'stale', seconds: 1 },
]

let price = 500
/** State of the seeded random generator, which returns numbers from 0 up to 1. */
let state = SEED % 2_147_483_647
const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647

/** A customer with the bills to expect: net price in øre by month. */
interface Paying {
  account: Account
  isOn: boolean
  firstOn: number
  expected: Map<string, number>
}

const started = await startSeller({ date: '2027-01-15', overrides: SHORT_WAITS })
const { world } = started
let { seller } = started
const customers: Paying[] = []
for (let count = 0; count < 3; count += 1) {
  const account = await activeSubscriber(world)
  customers.push({ account, isOn: true, firstOn: now(world), expected: new Map() })
}

/** Starts the billing run, and records the bills it should create. */
async function look(): Promise<void> {
  seller = await loggedIn(world, seller)
  await seller.visitor.call(triggerBilling)
  const at = now(world)
  const month = thisMonth(world)
  for (const { isOn, firstOn, expected } of customers) {
    const begins = billingTime(month).getTime()
    if (isOn && at >= begins && begins > firstOn && !expected.has(month))
      expected.set(month, price * 100)
  }
}

async function goTo(moment: Date): Promise<void> {
  moveTo(world, moment)
  await look()
}

async function turn(customer: Paying, isOn: boolean): Promise<void> {
  customer.account = await loggedIn(world, customer.account)
  await switchIntegration(customer.account, isOn)
  customer.isOn = isOn
  await look()
}

/** Switches some customers off or on, on two later days of the month. */
async function restOf(month: string): Promise<void> {
  for (const day of [2 + Math.floor(random() * 10), 14 + Math.floor(random() * 14)]) {
    await goTo(osloInstant(`${month}-${String(day).padStart(2, '0')}`, 12))
    for (const customer of customers) if (random() < 0.3) await turn(customer, !customer.isOn)
  }
  if (random() < 0.3) {
    price = 300 + Math.floor(random() * 500)
    seller = await loggedIn(world, seller)
    await seller.visitor.call(saveSubscriptionSettings, {
      body: {
        ...SETTINGS,
        monthlyPrice: price,
        adminFikenCompanySlug: seller.company.slug,
        confirmed: true,
      },
    })
  }
  await goTo(osloInstant(`${addMonths(month, 1)}-01`, 0, -30))
  for (const customer of customers) if (random() < 0.2) await turn(customer, !customer.isOn)
}

/** Moves the clock past 9:00 on the 1st: normally, with the server down, or after a set-back. */
async function pastNine(month: string): Promise<void> {
  const { faults } = world.vendors
  faults.clear()
  const fault = TROUBLE[Math.floor(random() * 2 * TROUBLE.length)]
  if (fault) faults.add(fault)
  const way = random()
  if (way < 0.25) {
    await world.product.stop()
    moveTo(world, osloInstant(`${month}-0${way < 0.1 ? 3 : 1}`, 14))
    await world.restart()
    await look()
  } else {
    await goTo(osloInstant(`${month}-01`, 8, 59))
    await goTo(osloInstant(`${month}-01`, 9, 0))
    if (way < 0.5) {
      await goTo(osloInstant(`${month}-01`, 8, 30))
      await goTo(osloInstant(`${month}-01`, 9, 5))
    }
  }
  await until(`the run of ${month} to end`, async () => {
    const { isUnderWay, failed } = await seller.visitor.call(readBillingStatus)
    expect(failed).toBe(0)
    return !isUnderWay
  })
}

test(`over ${MONTHS} months every active subscription is billed exactly once a month, to the øre (seed ${SEED})`, async () => {
  for (let count = 0; count < MONTHS; count += 1) {
    const month = addMonths(thisMonth(world), 1)
    await pastNine(month)
    await restOf(month)
  }
  await until('the last run to end', async () => {
    seller = await loggedIn(world, seller)
    return !(await seller.visitor.call(readBillingStatus)).isUnderWay
  })
  for (const { account, expected } of customers) {
    const billed = invoicesTo(seller, account).map(({ lines, net, gross }) => {
      expect(gross * 4).toBe(net * 5)
      // A bill queued on the last day can be issued the next day.
      return [lines[0]?.description, net] as const
    })
    const wanted = [...expected].map(([month, net]) => [`Fakturabro, ${formatMonth(month)}`, net])
    expect(billed.toSorted()).toEqual(wanted.toSorted())
    expect(contactsOf(seller, account).length).toBeLessThanOrEqual(1)
  }
  expect(seller.company.drafts).toEqual([])
  expect(today(new Date(now(world))) > '2027-01-15').toBe(true)
})
