import { expect, test } from 'vitest'
import { createTenant } from '#sandbox/seed/tenants'
import { readSession } from '#shared/contracts/auth'
import {
  changeSubscription,
  readOwnSubscription,
  restartSubscription,
  saveSubscriptionSettings,
  useExistingConnection,
} from '#shared/contracts/billing'
import { addMonths, monthOf, osloInstant, today } from '#shared/dates'
import { contactsOf, invoicesTo, SETTINGS, type Account } from '../support/billing/seller.ts'
import { report } from '../support/report.ts'
import { until } from '../support/wait.ts'
import { checkpointDesk } from '../support/world/checkpoint-desk.ts'
import { SHORT_WAITS } from '../support/world/limiters.ts'
import { startProcessWorld } from '../support/world/process.ts'
import { makeReady, signUp } from '../support/world/world.ts'
import { killPoints } from './support/kill-points.ts'

/** Tests kills in mid-month, when restarting a cancelled subscription bills it immediately. */

/** The server is killed at one step in three; `npm run prove` kills it at every step. */
const ONE_IN = 3

const begun = Date.now()
const ahead =
  osloInstant(`${addMonths(monthOf(today(new Date(begun))), 1)}-10`, 12).getTime() - begun

let customers = 0

const desk = await checkpointDesk()
const world = await startProcessWorld({
  ahead,
  overrides: {
    ...SHORT_WAITS,
    ladderScale: 0.005,
    tickMs: 250,
  },
  before: () => Promise.resolve({ TEST_CHECKPOINTS: desk.url }),
})
const tenant = createTenant(world.vendors, 'Selger AS')
const company = tenant.company
const seller = await signUp(world, { email: 'selger@example.no' })
const subjects = { servicem8: tenant.account.uuid, fiken: tenant.user.email }
await makeReady(world, seller, { slug: company.slug, subjects, activate: false })
await world.kill()
await world.operate('grant-admin', 'selger@example.no')
await world.start()
await seller.call(useExistingConnection)
await seller.call(saveSubscriptionSettings, {
  body: { ...SETTINGS, adminFikenCompanySlug: company.slug },
})

async function cancelledCustomer(): Promise<Account> {
  customers += 1
  const email = `kunde${customers}@example.no`
  const tenant = createTenant(world.vendors, `Kunde ${customers} AS`)
  const visitor = await signUp(world, { email })
  const { id } = await visitor.call(readSession)
  const subjects = { servicem8: tenant.account.uuid, fiken: tenant.user.email }
  await makeReady(world, visitor, { slug: tenant.company.slug, subjects })
  await seller.call(changeSubscription, { params: { userId: id }, body: { status: 'cancelled' } })
  return { id, email, visitor }
}

/** Kills the server at this step of the billing run; returns the steps passed. */
async function billedThroughKill(customer: Account, step: number): Promise<string[]> {
  const passed: string[] = []
  const held = { hangs: false }
  desk.judge = ({ queue, what }) => {
    if (queue !== 'billing' || held.hangs) return 'go on'
    passed.push(what)
    held.hangs = passed.length === step
    return held.hangs ? 'hold' : 'go on'
  }
  await customer.visitor.call(restartSubscription)
  const invoiced = async () => {
    const { bills } = await customer.visitor.call(readOwnSubscription)
    return bills.length === 1 && bills[0]?.status === 'done'
  }
  await until('the run to be at its step, or over', async () => held.hangs || (await invoiced()))
  if (held.hangs) {
    await world.kill()
    desk.judge = () => 'go on'
    await world.start()
  }
  await until('the bill to be an invoice', invoiced)
  return passed
}

test('killed all along the run, each customer has one contact and one invoice in the end', async () => {
  const steps = (await billedThroughKill(await cancelledCustomer(), Infinity)).length
  expect(steps).toBeGreaterThan(20)
  const killed = killPoints(
    Array.from({ length: steps }, (_, index) => index + 1),
    ONE_IN,
  )
  for (const step of killed) {
    const customer = await cancelledCustomer()
    await billedThroughKill(customer, step)
    expect(contactsOf({ company }, customer), `killed at step ${step}`).toHaveLength(1)
    expect(invoicesTo({ company }, customer), `killed at step ${step}`).toMatchObject([
      { net: 50_000, gross: 62_500 },
    ])
  }
  expect(company.drafts).toEqual([])
  report(`a bill is ${steps} steps; killed at ${customers - 1} of them`)
})
