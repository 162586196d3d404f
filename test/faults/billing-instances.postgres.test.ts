import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  changeSubscription,
  readBillingStatus,
  saveSubscriptionSettings,
  triggerBilling,
  useExistingConnection,
} from '#shared/contracts/billing'
import { readTokenStatus } from '#shared/contracts/connections'
import { addMonths, formatMonth, osloInstant } from '#shared/dates'
import {
  activeSubscriber,
  connectedAccount,
  contactsOf,
  invoicesTo,
  loggedIn,
  newSubscriber,
  SETTINGS,
  switchIntegration,
  type Account,
  type Seller,
} from '../support/billing/seller.ts'
import { report } from '../support/report.ts'
import { until } from '../support/wait.ts'
import { startFleet, type Fleet, type Worker } from '../support/world/fleet.ts'
import { SHORT_WAITS } from '../support/world/limiters.ts'
import { consent } from '../support/world/world.ts'

/**
 * Tests monthly billing by several processes on one PostgreSQL database. Each test case bills one
 * month, in which one subscriber switches off overnight, another begins after nine, and the price
 * changes. `npm run prove` runs years of billing for many subscribers.
 */

const SERVER = process.env['TEST_DATABASE_URL'] ?? ''
const SUBSCRIBERS = Number(process.env['FAULT_SUBSCRIBERS'] ?? 4)
const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 1)
/** The time by which one process's clock is ahead and another's is behind, in milliseconds. */
const APART_MS = 7 * 60_000

interface Subscriber {
  account: Seller
  isOn: boolean
  /** Net amounts in øre by month. */
  expected: Map<string, number>
}

let fleet: Fleet
let seller: Seller
let subscribers: Subscriber[]
let former: Account
let price = 500
let month = '2027-01'
let months = 0
let before: { invoices: number; contacts: number }

beforeAll(async () => {
  fleet = await startFleet(SERVER, {
    workers: 2,
    overrides: {
      ...SHORT_WAITS,
      ladderScale: 0.005,
      tickMs: 250,
    },
  })
  await fleet.moveTo(osloInstant(`${month}-15`, 10))
  seller = await connectedAccount(fleet, 'Selger AS')
  await fleet.operate('grant-admin', seller.email)
  before = { invoices: seller.company.invoices.length, contacts: seller.company.contacts.length }
  await seller.visitor.call(useExistingConnection)
  await savePrice()
  subscribers = []
  for (let count = 0; count < SUBSCRIBERS; count += 1) await somebodyBegins()
  former = await newSubscriber(fleet)
  await seller.visitor.call(changeSubscription, {
    params: { userId: former.id },
    body: { status: 'cancelled' },
  })
})

const nine = (minutes = 0) => osloInstant(`${month}-01`, 9, minutes)
const frozen = new Set<Worker>()
const running = () => fleet.workers.filter((worker) => !worker.gone() && !frozen.has(worker))

async function savePrice(): Promise<void> {
  await seller.visitor.call(saveSubscriptionSettings, {
    body: { ...SETTINGS, monthlyPrice: price, adminFikenCompanySlug: seller.company.slug },
  })
}

async function somebodyBegins(): Promise<void> {
  const account = await activeSubscriber(fleet)
  subscribers.push({ account, isOn: true, expected: new Map() })
}

/**
 * Connects a vendor again if its grant was lost. Vendors accept a refresh token once, so a lost
 * response with the new token ends the grant.
 */
async function connectAgainIfLost({ visitor, tenant }: Seller): Promise<void> {
  const { servicem8Status, fikenStatus } = await visitor.call(readTokenStatus)
  for (const [vendor, status, subject] of [
    ['servicem8', servicem8Status, tenant.account.uuid],
    ['fiken', fikenStatus, tenant.user.email],
  ] as const) {
    if (status !== 'reauth_required') continue
    await consent(visitor, vendor, subject)
    report(
      `${month}: ${tenant.user.email} had to connect ${vendor} again, after ${kills} kills and ${freezes} standstills`,
    )
  }
}

async function turn(subscriber: Subscriber, isOn: boolean): Promise<void> {
  subscriber.account = await loggedIn(fleet, subscriber.account)
  await connectAgainIfLost(subscriber.account)
  await switchIntegration(subscriber.account, isOn)
  subscriber.isOn = isOn
}

const expectBill = ({ expected }: Subscriber) => expected.set(month, price * 100)

/** Longest use of a log-in; even with the clocks apart, its password counts as just entered. */
const STAYS_MS = 5 * 60_000
const atDesk = new Map<Worker, { at: Seller; since: number }>()

async function desks(): Promise<Seller[]> {
  const each: Seller[] = []
  for (const worker of running()) {
    const known = atDesk.get(worker)
    const stays = known !== undefined && Math.abs(fleet.now() - known.since) <= STAYS_MS
    const desk = stays ? known : { at: await loggedIn(worker, seller), since: fleet.now() }
    atDesk.set(worker, desk)
    each.push(desk.at)
  }
  return each
}

/** Presses the billing button in these sessions at once; returns the number of bills created. */
async function press(at: readonly Seller[]): Promise<number> {
  const answers = await Promise.all(at.map(({ visitor }) => visitor.call(triggerBilling)))
  return answers.reduce((sum, { made }) => sum + made, 0)
}

const wanted = ({ expected }: Subscriber) =>
  [...expected].map(([billed, net]) => [`Fakturabro, ${formatMonth(billed)}`, net, (net * 5) / 4])

const invoiced = ({ account }: Subscriber) =>
  invoicesTo(seller, account).map(({ lines, net, gross }) => [lines[0]?.description, net, gross])

const allInvoiced = () =>
  until('everybody to be invoiced', async () => {
    await connectAgainIfLost(seller)
    return subscribers.every((one) => invoiced(one).length >= one.expected.size)
  })

async function expectExactly(): Promise<void> {
  await allInvoiced()
  const at = await desks()
  expect(await press(at)).toBe(0)
  await until('the run to end', async () => {
    const { isUnderWay, failed } = await seller.visitor.call(readBillingStatus)
    expect(failed).toBe(0)
    return !isUnderWay
  })
  const { company } = seller
  const { ledger } = fleet.vendors
  for (const one of subscribers) {
    expect(invoiced(one)).toEqual(wanted(one))
    expect(contactsOf(seller, one.account)).toHaveLength(one.expected.size > 0 ? 1 : 0)
  }
  expect(contactsOf(seller, former)).toEqual([])
  const billed = subscribers.filter(({ expected }) => expected.size > 0)
  const bills = billed.reduce((sum, { expected }) => sum + expected.size, 0)
  expect(company.contacts).toHaveLength(before.contacts + billed.length)
  expect(company.invoices).toHaveLength(before.invoices + bills)
  expect(company.drafts).toEqual([])
  const drafts = ledger.draftsCreated.filter(({ slug }) => slug === company.slug)
  expect(new Set(drafts.map(({ uuid }) => uuid)).size).toBe(bills)
  expect(drafts).toHaveLength(bills)
  expect(ledger.overlaps).toBe(0)
}

async function bill(passNine: () => Promise<void>): Promise<void> {
  const made = fleet.workers.map((worker) => worker.made())
  month = addMonths(month, 1)
  await fleet.moveTo(osloInstant(`${month}-01`, 0, -60))
  seller = await loggedIn(fleet, seller)
  price += 1
  await savePrice()
  const resting = subscribers[months % subscribers.length]
  months += 1
  if (!resting) throw new Error('nobody subscribes')
  await turn(resting, false)

  await fleet.moveTo(nine(-30))
  expect(await press(await desks())).toBe(0)

  for (const subscriber of subscribers) if (subscriber !== resting) expectBill(subscriber)
  await passNine()
  await allInvoiced()

  await fleet.moveTo(nine(60))
  await somebodyBegins()
  await turn(resting, true)
  expectBill(resting)
  await expectExactly()
  report(
    `${month}: drafts made by each process:`,
    fleet.workers.map((worker, index) => worker.made() - (made[index] ?? 0)).join(', '),
  )
}

async function byClock(): Promise<void> {
  await fleet.moveTo(new Date(nine().getTime() - 500))
}

async function byButton(): Promise<void> {
  await fleet.moveTo(nine(-1))
  const at = await desks()
  await fleet.moveTo(nine())
  await press([...at, ...at])
}

/**
 * Moves the clock to nine and holds Fiken's response to the first POST to this path, after Fiken
 * has carried out the request. Returns the process that sent the request.
 */
async function heldAt(path: RegExp): Promise<{ sender: Worker; release: () => void }> {
  const held = running().map((worker) => ({ worker, at: worker.fiken.hold('POST', path, 'after') }))
  await fleet.moveTo(nine())
  const { worker } = await until('one of them to send', () => held.find(({ at }) => at.arrived()))
  const release = () => {
    for (const { at } of held) at.release()
  }
  return { sender: worker, release }
}

const KILLED_AT = [/\/contacts$/, /\/createInvoice$/, /\/invoices\/drafts$/]
let kills = 0

async function throughKill(): Promise<void> {
  const { sender, release } = await heldAt(KILLED_AT[kills++ % KILLED_AT.length] ?? /./)
  await sender.end('SIGKILL')
  release()
  await press(await desks())
  await allInvoiced()
}

const FROZEN_AT = [/\/createInvoice$/, /\/invoices\/drafts$/]
let freezes = 0

/** Freezes the sender before it reads Fiken's response, until the other processes have finished. */
async function throughStandstill(): Promise<void> {
  const { sender, release } = await heldAt(FROZEN_AT[freezes++ % FROZEN_AT.length] ?? /./)
  sender.freeze()
  frozen.add(sender)
  release()
  try {
    await press(await desks())
    await allInvoiced()
  } finally {
    sender.thaw()
    frozen.delete(sender)
  }
  await until('the woken process to answer', async () => (await fetch(`${sender.url}/readyz`)).ok)
}

async function withClocksApart(): Promise<void> {
  const [ahead, behind] = [running().at(0), running().at(-1)] as [Worker, Worker]
  await ahead.setApart(APART_MS)
  await behind.setApart(-APART_MS)
  for (const minutes of [-10, -5, 0]) {
    await fleet.moveTo(nine(minutes))
    await press(await desks())
  }
  await fleet.moveTo(nine(2))
  await somebodyBegins()
  for (const minutes of [3, 5, 10]) {
    await fleet.moveTo(nine(minutes))
    // The process whose clock is behind bills first. Each bills what is due by its own clock.
    for (const desk of (await desks()).toReversed()) await press([desk])
  }
  await allInvoiced()
  for (const worker of [ahead, behind]) await worker.setApart(0)
}

/**
 * The ways to pass the time of billing. Taking over a lane means waiting for its lease of ten
 * seconds to end, so the short form runs the last two once each.
 */
const WAYS = [
  { way: 'when every clock passes nine', passNine: byClock, by: [2, 4] },
  { way: 'when the button is pressed in each at the same moment', passNine: byButton, by: [2, 4] },
  { way: 'when their clocks are minutes apart', passNine: withClocksApart, by: [2, 4] },
  {
    way: 'when one stands still while it sends, and wakes',
    passNine: throughStandstill,
    by: ROUNDS > 1 ? [2, 4] : [2],
  },
  {
    way: 'when one is killed while it sends',
    passNine: throughKill,
    by: ROUNDS > 1 ? [2, 4] : [4],
  },
]

describe.each([2, 4])('%i processes on one PostgreSQL', (count) => {
  beforeEach(async () => {
    await Promise.all(Array.from({ length: count - running().length }, () => fleet.hire()))
  })

  const ways = WAYS.filter(({ by }) => by.includes(count))
  test.each(Array.from({ length: ROUNDS }, () => ways).flat())(
    'each active subscription gets one invoice of the month, to the øre, $way',
    ({ passNine }) => bill(passNine),
  )
})
