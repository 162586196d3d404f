import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { memberships } from '#server/features/auth/tables'
import { notifyCompany } from '#server/features/notifications/notify'
import { mondaySummaries } from '#server/features/notifications/queues'
import { notifications } from '#server/features/notifications/tables'
import { saveConfiguration } from '#shared/contracts/configuration'
import { saveMailPreferences } from '#shared/contracts/profile'
import { addDays, osloInstant, today } from '#shared/dates'
import { colleague } from '../../support/people/access/members.ts'
import type { Member } from '../../support/people/admin/administrator.ts'
import { startTimedWorld } from '../../support/people/person.ts'
import {
  completeWorkOrders,
  readyReader,
  transfersOf,
  type Reader,
} from '../../support/people/tenants.ts'
import { mailsTo } from '../../support/vendors/mailbox.ts'
import { until } from '../../support/wait.ts'

let ahead = 0
let customers = 0
const signal = new AbortController().signal

// The tests take each company's turn themselves, because the order is what they are about.
const world = await startTimedWorld({
  overrides: {
    aroundLanes: (queue) =>
      queue.name === 'notices' ? { ...queue, due: () => Promise.resolve([]) } : queue,
  },
})
const { platform } = world.product

const now = () => new Date(Date.now() + ahead)
const turnTo = (date: string, hour: number) => {
  const ms = osloInstant(date, hour).getTime() - now().getTime()
  ahead += ms
  world.advance(ms)
}
const nextMonday = () => {
  const weekday = new Date(`${today(now())}T00:00:00Z`).getUTCDay()
  return addDays(today(now()), (8 - weekday) % 7 || 7)
}

/** Starts each test case on a Wednesday of another week. */
beforeEach(() => turnTo(addDays(nextMonday(), 2), 10))

const plan = () => mondaySummaries(platform).run(signal)

async function mondayMorning(): Promise<void> {
  turnTo(nextMonday(), 8)
  await plan()
}

const turnOf = ({ id }: Reader, mail = platform.mail) =>
  notifyCompany({ ...platform, mail }, id, signal)

const subjects = ({ email }: { email: string }) =>
  mailsTo(world.sandbox, email, /^Uken i Fakturabro/).map(({ subject }) => subject)

/** Returns two companies with a failed job each, by their ids, and the accountant of both. */
async function accountantOfTwo() {
  customers += 1
  const readers = [
    await readyReader(world, `Regnskap ${customers} A AS`),
    await readyReader(world, `Regnskap ${customers} B AS`),
  ].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const [first, second] = readers as [Reader, Reader]
  for (const reader of readers) {
    completeWorkOrders(world, reader, 1, { purchase_order_number: 'HASTER [400]' })
    await until('it to fail', async () =>
      (await transfersOf(reader)).some(({ status }) => status === 'failed'),
    )
  }
  const kari = await colleague(world, first.id, 'accountant')
  await platform.db
    .insert(memberships)
    .values({ companyId: second.id, personId: kari.id, role: 'accountant' })
  return { first, second, kari }
}

async function wants({ visitor }: Member, { id }: Reader, weeklySummary: boolean): Promise<void> {
  const { method, path } = saveMailPreferences
  const answer = await visitor.fetch(path, {
    method,
    headers: { 'content-type': 'application/json', 'x-company': id },
    body: JSON.stringify({ failureMail: true, weeklySummary }),
  })
  expect(answer.status).toBe(200)
}

const switchTo = ({ visitor }: Reader, isActive: boolean) =>
  visitor.call(saveConfiguration, { body: { isActive } })

const BOTH = 'Uken i Fakturabro: 2 av 2 firma trenger noen'
const ONE = 'Uken i Fakturabro: 0 overført, 0 venter, 1 trenger deg'

test('an accountant of several companies gets one mail about all of them, whichever has its turn first', async () => {
  const { first, second, kari } = await accountantOfTwo()
  await mondayMorning()
  for (const reader of [first, second]) await turnOf(reader)
  expect(subjects(kari)).toEqual([BOTH])
  const [mail] = mailsTo(world.sandbox, kari.email)
  expect(mail?.text).toContain('1 jobb trenger noen')
  expect(mail?.text).toContain(`${world.url}/mine-firma`)
  expect([first, second].map(subjects)).toEqual([[ONE], [ONE]])
  await mondayMorning()
  for (const reader of [second, first, second]) await turnOf(reader)
  expect(subjects(kari)).toEqual([BOTH, BOTH])
})

test('a company for which the mail or the integration is off is left out, and the other is told of alone', async () => {
  const { first, second, kari } = await accountantOfTwo()
  await wants(kari, first, false)
  await mondayMorning()
  for (const reader of [second, first]) await turnOf(reader)
  expect(subjects(kari)).toEqual([ONE])
  expect(mailsTo(world.sandbox, kari.email)[0]?.text).toContain(`company=${second.id}`)
  await wants(kari, first, true)
  await mondayMorning()
  await switchTo(second, false)
  for (const reader of [first, second]) await turnOf(reader)
  expect(subjects(kari)).toEqual([ONE, ONE])
  expect(mailsTo(world.sandbox, kari.email)[1]?.text).toContain(`company=${first.id}`)
  await switchTo(second, true)
  await mondayMorning()
  for (const off of [first, second]) await wants(kari, off, false)
  for (const reader of [first, second]) await turnOf(reader)
  expect(subjects(kari)).toHaveLength(2)
})

test('what is switched between the turns of two companies makes neither a second mail nor none', async () => {
  const { first, second, kari } = await accountantOfTwo()
  await mondayMorning()
  await turnOf(first)
  await wants(kari, first, false)
  await turnOf(second)
  expect(subjects(kari)).toEqual([BOTH])
  await wants(kari, first, true)
  await mondayMorning()
  await turnOf(second)
  await wants(kari, first, false)
  await turnOf(first)
  expect(subjects(kari)).toEqual([BOTH, ONE])
})

test('a company that is switched on later on Monday neither repeats the mail nor holds it back', async () => {
  const { first, second, kari } = await accountantOfTwo()
  await switchTo(first, false)
  await mondayMorning()
  await turnOf(second)
  expect(subjects(kari)).toEqual([ONE])
  await switchTo(first, true)
  await plan()
  for (const reader of [first, second]) await turnOf(reader)
  expect(subjects(kari)).toEqual([ONE])
  await switchTo(first, false)
  await mondayMorning()
  await switchTo(first, true)
  for (const reader of [first, second]) await turnOf(reader)
  expect(subjects(kari)).toEqual([ONE, ONE])
})

test('a slow or refusing mail server lets no other process send the same mail meanwhile', async () => {
  const { first } = await accountantOfTwo()
  await colleague(world, first.id, 'accountant')
  await mondayMorning()
  const claims: number[] = []
  await turnOf(first, {
    close: () => undefined,
    send: async () => {
      const [row] = await platform.db
        .select({ until: notifications.claimedUntil })
        .from(notifications)
        .where(eq(notifications.companyId, first.id))
      claims.push(row?.until?.getTime() ?? 0)
      if (claims.length === 2) throw new Error('451 try again')
    },
  })
  expect(claims.length).toBe(3)
  expect(claims).toEqual([...new Set(claims)].toSorted((a, b) => a - b))
})
