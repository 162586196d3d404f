import { beforeEach, expect, test } from 'vitest'
import { mondaySummaries } from '#server/features/notifications/queues'
import { notifyCompany } from '#server/features/notifications/notify'
import { causeOf } from '#shared/causes/index'
import { saveConfiguration } from '#shared/contracts/configuration'
import { saveMailPreferences } from '#shared/contracts/profile'
import { addDays, dateOf, formatDate, osloInstant, today } from '#shared/dates'
import { formatKroner } from '#shared/money'
import { mailsTo, mailTo } from '../../support/vendors/mailbox.ts'
import { startTimedWorld } from '../../support/people/person.ts'
import {
  completeWorkOrders,
  readyReader,
  transfersOf,
  type Reader,
} from '../../support/people/tenants.ts'
import { until } from '../../support/wait.ts'

let ahead = 0
let customers = 0
const signal = new AbortController().signal

const world = await startTimedWorld()

const now = () => new Date(Date.now() + ahead)
const turnTo = (date: string, hour: number) => {
  const ms = osloInstant(date, hour).getTime() - now().getTime()
  ahead += ms
  world.advance(ms)
}
const weekday = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay()
const nextMonday = () => addDays(today(now()), (8 - weekday(today(now()))) % 7 || 7)

/** Starts each test case on a Wednesday of another week. */
beforeEach(() => turnTo(addDays(nextMonday(), 2), 10))

function newReader(): Promise<Reader> {
  customers += 1
  return readyReader(world, `Ukesbrev ${customers} AS`)
}

async function complete(
  reader: Reader,
  count: number,
  status: 'completed' | 'failed',
): Promise<void> {
  const before = (await transfersOf(reader)).filter((row) => row.status === status).length
  const change = status === 'failed' ? { purchase_order_number: 'HASTER [400]' } : undefined
  completeWorkOrders(world, reader, count, change)
  await until(`${count} more to be ${status}`, async () => {
    const rows = await transfersOf(reader)
    return rows.filter((row) => row.status === status).length === before + count
  })
}

/** Runs the work that schedules the summaries; returns the date. */
async function mondayMorning(): Promise<string> {
  const monday = nextMonday()
  turnTo(monday, 8)
  await mondaySummaries(world.product.platform).run(signal)
  return monday
}

const summaries = ({ email }: Reader) => mailsTo(world.sandbox, email, /^Uken i Fakturabro/)
const allSent = ({ id }: Reader) => notifyCompany(world.product.platform, id, signal)

test('on Monday each user gets a summary of the week before: how many and how much was transferred, what waits, what failed and why', async () => {
  const reader = await newReader()
  await complete(reader, 2, 'completed')
  await complete(reader, 1, 'failed')
  const done = (await transfersOf(reader)).filter((row) => row.status === 'completed')
  const amount = done.reduce((sum, row) => sum + (row.amount ?? 0), 0)
  expect(amount).toBeGreaterThan(0)

  const monday = await mondayMorning()
  const { subject, text, html } = await mailTo(world.sandbox, reader.email, /^Uken i Fakturabro/)
  expect(subject).toBe('Uken i Fakturabro: 2 overført, 0 venter, 1 trenger deg')
  for (const part of [text, html]) {
    expect(part).toContain(`${formatDate(addDays(monday, -7))}–${formatDate(addDays(monday, -1))}`)
    expect(part).toContain(`2 (${formatKroner(amount)})`)
    expect(part).toContain(`${causeOf('draft_refused').title}: én overføring`)
    expect(part).toContain(`${world.url}/transfers?status=act`)
    expect(part).toContain(`${world.url}/profile#varsler`)
  }

  // Later rounds on the same morning and a restart do not send the summary again.
  await mondaySummaries(world.product.platform).run(signal)
  await world.restart()
  await mondaySummaries(world.product.platform).run(signal)
  await allSent(reader)
  expect(summaries(reader)).toHaveLength(1)

  await mondayMorning()
  await until('the next week', () => summaries(reader).length === 2)
  expect(summaries(reader)[1]?.subject).toBe(
    'Uken i Fakturabro: 0 overført, 0 venter, 1 trenger deg',
  )
})

test('users who have switched it off, whose integration is off, or for whom nothing happened, get none', async () => {
  const [unwanting, off, idle] = [await newReader(), await newReader(), await newReader()]
  await complete(unwanting, 1, 'completed')
  await complete(off, 1, 'completed')
  await unwanting.visitor.call(saveMailPreferences, {
    body: { failureMail: true, weeklySummary: false },
  })
  await off.visitor.call(saveConfiguration, { body: { isActive: false } })
  await mondayMorning()
  for (const reader of [unwanting, off, idle]) {
    await allSent(reader)
    expect(summaries(reader)).toEqual([])
  }
})

test('only the seven Norwegian days before count, to the hour', async () => {
  const reader = await newReader()
  const sunday = addDays(nextMonday(), -1)
  turnTo(sunday, 23)
  await complete(reader, 1, 'completed')
  expect(dateOf(now())).toBe(sunday)
  turnTo(addDays(sunday, 1), 0)
  await complete(reader, 1, 'completed')
  turnTo(addDays(sunday, 1), 8)
  await mondaySummaries(world.product.platform).run(signal)
  const { subject } = await mailTo(world.sandbox, reader.email, /^Uken i Fakturabro/)
  expect(subject).toBe('Uken i Fakturabro: 1 overført, 0 venter, 0 trenger deg')
})
