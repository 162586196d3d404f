import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addCompany } from '#test/support/world/add-company'
import { addDays, osloInstant } from '#shared/dates'
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '#shared/subscription-status'
import { FORM, memorySeller, type MemorySeller } from '#test/support/billing/memory-seller'
import { HttpError } from '../../../platform/http-error.ts'
import { deleteRowsOf } from '../../auth/account/own-account.ts'
import { companies, memberships } from '../../auth/tables.ts'
import { configurationOf } from '../../configuration/queries.ts'
import { changeConfiguration } from '../../configuration/store.ts'
import { endBill } from '../bills/end-bill.ts'
import { forgetSubscriber } from './forget-subscriber.ts'
import { saveSettings } from '../settings/save-settings.ts'
import { subscriptionBills } from '../tables.ts'
import { changeSubscription } from './change-subscription.ts'
import { restartSubscription } from './own-subscription.ts'
import { planSubscriptions } from './plan-subscriptions.ts'
import { subscriberOf } from './subscription-store.ts'

/**
 * Tests every cell of the states-and-events table beside this file: each status on 2 February, and
 * the months billed since 15 December. Subscriptions are planned every day at noon, and at 09:00 on
 * the 1st.
 */

const TABLE = path.join(import.meta.dirname, 'states-and-events.md')
const BEGIN = '2026-12-15'
const END = '2027-02-02'

let { memory, seller, processAt } = {} as MemorySeller

beforeEach(async () => {
  ;({ memory, seller, processAt } = await memorySeller())
})
afterEach(() => memory.close())

const admin = () => ({ id: seller })
const plan = (at: Date) => planSubscriptions(processAt(at), new AbortController().signal)

type Accounts = [string, ...string[]]
const current = (accounts: Accounts) => accounts.at(-1) ?? accounts[0]

type Act = (accounts: Accounts, at: Date) => Promise<unknown>

interface Happening {
  at: Date
  to?: Act
  once?: (at: Date) => Promise<unknown>
}

async function switchIntegration(companyId: string, isActive: boolean, at: Date): Promise<void> {
  const { db } = memory.platform
  await configurationOf(db, companyId)
  const first = isActive ? { activatedAt: at } : {}
  await changeConfiguration(db, companyId, { isActive, ...first }, at)
}
const switched =
  (isActive: boolean): Act =>
  (accounts, at) =>
    switchIntegration(current(accounts), isActive, at)
const chosen =
  (status: SubscriptionStatus): Act =>
  (accounts, at) =>
    changeSubscription(processAt(at), admin(), current(accounts), status, at)
const letIn =
  (isActive: boolean): Act =>
  (accounts) =>
    memory.platform.db
      .update(companies)
      .set({ isActive })
      .where(eq(companies.id, current(accounts)))
const saved =
  (change: Partial<typeof FORM>): ((at: Date) => Promise<unknown>) =>
  (at) =>
    saveSettings(processAt(at), admin(), { ...FORM, ...change })

async function registeredAgain(accounts: Accounts, at: Date): Promise<void> {
  const { db, vault } = memory.platform
  const former = current(accounts)
  const email = (await subscriberOf(db, former))?.email ?? ''
  const [owner] = await db
    .select({ id: memberships.personId })
    .from(memberships)
    .where(eq(memberships.companyId, former))
  await deleteRowsOf(db, owner?.id ?? '', {
    allowed: () => Promise.resolve(),
    beforeCompany: (tx, companyId) => forgetSubscriber(tx, vault, companyId),
    beforeMembership: () => Promise.resolve(),
  })
  const id = randomUUID()
  await addCompany(db, { id, email })
  accounts.push(id)
  await switchIntegration(id, true, at)
}

async function stoppedAndEnded(accounts: Accounts, at: Date): Promise<void> {
  const { db } = memory.platform
  const stopped = await db
    .update(subscriptionBills)
    .set({ status: 'failed' })
    .where(
      and(
        eq(subscriptionBills.memberNumber, current(accounts)),
        eq(subscriptionBills.month, '2027-01'),
      ),
    )
    .returning({ id: subscriptionBills.id })
  for (const { id } of stopped) await endBill(processAt(at), admin(), id)
}

const on = (date: string, hour = 12) => osloInstant(date, hour)
const JANUARY_10 = on('2027-01-10', 15)

const EVENTS: Record<string, readonly Happening[]> = {
  'nothing happens': [],
  'the integration is switched off on 31 December': [{ at: on('2026-12-31'), to: switched(false) }],
  'it is switched off on 31 December, and on again at 15:00 on 1 January': [
    { at: on('2026-12-31'), to: switched(false) },
    { at: on('2027-01-01', 15), to: switched(true) },
  ],
  'it is switched on at 08:00 on 1 January': [{ at: on('2027-01-01', 8), to: switched(true) }],
  'it is switched on on 10 January': [{ at: JANUARY_10, to: switched(true) }],
  'it is switched off and on again on 10 January': [
    { at: JANUARY_10, to: switched(false) },
    { at: on('2027-01-10', 16), to: switched(true) },
  ],
  'the price goes from 500 to 600 kroner on 10 January': [
    { at: JANUARY_10, once: saved({ monthlyPrice: 600 }) },
  ],
  'billing is disabled on 31 December and enabled on 10 January': [
    { at: on('2026-12-31'), once: saved({ billingEnabled: false }) },
    { at: JANUARY_10, once: saved({}) },
  ],
  'an administrator makes it free on 10 January': [{ at: JANUARY_10, to: chosen('free') }],
  'an administrator makes it active on 10 January': [{ at: JANUARY_10, to: chosen('active') }],
  'an administrator pauses it on 10 January': [{ at: JANUARY_10, to: chosen('paused') }],
  'an administrator cancels it on 10 January': [{ at: JANUARY_10, to: chosen('cancelled') }],
  'the customer starts it again on 10 January': [
    {
      at: JANUARY_10,
      to: (accounts, at) => restartSubscription(processAt(at), current(accounts), admin()),
    },
  ],
  'the account is deactivated on 20 December and activated on 10 January': [
    { at: on('2026-12-20'), to: letIn(false) },
    { at: JANUARY_10, to: letIn(true) },
  ],
  'the account is deleted on 10 January, registered again and switched on': [
    { at: JANUARY_10, to: registeredAgain },
  ],
  'January’s bill stops, and an administrator ends it on 10 January': [
    { at: JANUARY_10, to: stoppedAndEnded },
  ],
  'that, and it is switched off and on again the same day': [
    { at: JANUARY_10, to: stoppedAndEnded },
    { at: on('2027-01-10', 16), to: switched(false) },
    { at: on('2027-01-10', 17), to: switched(true) },
  ],
  'that, and the account is deleted, registered again and switched on the same day': [
    { at: JANUARY_10, to: stoppedAndEnded },
    { at: on('2027-01-10', 16), to: registeredAgain },
  ],
}

/**
 * Creates an account with the given status. A free account was never switched on, an active account
 * has been on since November, a paused account was switched off before December, and a cancelled
 * account was cancelled by an administrator with the integration on.
 */
async function accountThatIs(status: SubscriptionStatus): Promise<Accounts> {
  const companyId = await memory.addUser(status)
  const accounts: Accounts = [companyId]
  if (status === 'free') return accounts
  await switchIntegration(companyId, true, on('2026-11-10'))
  await plan(on('2026-11-10'))
  if (status === 'paused') await switchIntegration(companyId, false, on('2026-11-20'))
  if (status === 'cancelled') await chosen('cancelled')(accounts, on('2026-11-20'))
  return accounts
}

function looks(): Date[] {
  const days: string[] = []
  for (let day = BEGIN; day <= END; day = addDays(day, 1)) days.push(day)
  return days.flatMap((day) => (day.endsWith('-01') ? [on(day, 9), on(day)] : [on(day)]))
}

const MONTHS: Record<string, string> = { '2027-01': 'January', '2027-02': 'February' }

async function standing(accounts: Accounts): Promise<string> {
  const { db } = memory.platform
  const { status } = (await subscriberOf(db, current(accounts))) ?? { status: 'gone' }
  const bills = await db
    .select()
    .from(subscriptionBills)
    .where(inArray(subscriptionBills.memberNumber, accounts))
    .orderBy(asc(subscriptionBills.month))
  const months = bills
    .filter(({ month }) => month > BEGIN.slice(0, 7))
    .map(({ month, price, status: billStatus }) => {
      const name = MONTHS[month] ?? month
      if (billStatus === 'ended') return `${name} ended`
      return price === 50_000 ? name : `${name} at ${price / 100}`
    })
  return months.length === 0 ? status : `${status}: ${months.join(', ')}`
}

function documented(): Map<string, string[]> {
  const lines = readFileSync(TABLE, 'utf8').split('\n')
  const head = lines.findIndex((line) => line.startsWith('| Event '))
  const cellsOf = (line = '') =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
  expect(cellsOf(lines[head]).slice(1)).toEqual([...SUBSCRIPTION_STATUSES])
  const rows = new Map<string, string[]>()
  for (const line of lines.slice(head + 2)) {
    if (!line.startsWith('|')) break
    const [event = '', ...cells] = cellsOf(line)
    rows.set(event, cells)
  }
  return rows
}

test('the table has each event once', () => {
  expect([...documented().keys()]).toEqual(Object.keys(EVENTS))
})

test.each(Object.entries(EVENTS))(
  'when %s, each status becomes what the table says',
  async (event, happenings) => {
    const all = new Map<SubscriptionStatus, Accounts>()
    for (const status of SUBSCRIPTION_STATUSES) all.set(status, await accountThatIs(status))
    await plan(on('2026-12-01', 9))
    for (const [status, accounts] of all)
      expect((await subscriberOf(memory.platform.db, accounts[0]))?.status).toBe(status)

    const refused = new Set<SubscriptionStatus>()
    const moments = [...happenings, ...looks().map((at): Happening => ({ at }))]
    for (const { at, to, once } of moments.toSorted((a, b) => Number(a.at) - Number(b.at))) {
      await once?.(at)
      for (const [status, accounts] of to ? all : [])
        await to?.(accounts, at).catch((error: unknown) => {
          expect(error).toBeInstanceOf(HttpError)
          refused.add(status)
        })
      await plan(at)
    }
    const became = await Promise.all(
      [...all].map(async ([status, accounts]) =>
        refused.has(status) ? `refused; ${await standing(accounts)}` : standing(accounts),
      ),
    )
    expect(became).toEqual(documented().get(event))
  },
)
