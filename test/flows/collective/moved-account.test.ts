import { eq, and } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#server/features/auth/tables'
import { connections } from '#server/features/connections/tables'
import { readSession } from '#shared/contracts/auth'
import { chooseCollective } from '#shared/contracts/collective'
import { clearCompanySelection, saveConfiguration } from '#shared/contracts/configuration'
import { disconnectServicem8, revokeFiken } from '#shared/contracts/connections'
import { deleteAccount } from '#shared/contracts/profile'
import { syncNow } from '#shared/contracts/intake'
import { readTimeline } from '#shared/contracts/transfers/row'
import {
  BY_HAND,
  completeForSet,
  waitingForSet,
  collectiveCustomer,
  headingsOf,
  makeDrafts,
  numbersOf,
  onDrafts,
  rowsThat,
  type CollectiveCustomer,
} from '../../support/people/collective-customer.ts'
import { DAY_MS } from '../../support/people/plumber.ts'
import { daytime } from '../../support/clock/daytime.ts'
import { secondOfConnectionOver } from '../../support/clock/next-second.ts'
import { upgradeFrom } from '../../support/former-version.ts'
import { consent, makeReady, signUp, startWorld } from '../../support/world/world.ts'

/** Tests a ServiceM8 account that moves between log-ins, with its jobs' documents in Fiken. */

const world = await startWorld(daytime())

const leave = ({ visitor }: CollectiveCustomer) => visitor.call(disconnectServicem8)

async function come({ visitor, tenant }: CollectiveCustomer): Promise<void> {
  expect(await consent(visitor, 'servicem8', tenant.account.uuid)).toContain('result=success')
}

/** Leaves both systems, because another company cannot use the same one in Fiken before that. */
async function leaveBoth(customer: CollectiveCustomer): Promise<void> {
  await leave(customer)
  await customer.visitor.call(revokeFiken)
}

async function comeBack(customer: CollectiveCustomer): Promise<void> {
  const { visitor, tenant } = customer
  expect(await consent(visitor, 'fiken', tenant.user.email)).toContain('result=success')
  await visitor.call(clearCompanySelection)
  await come(customer)
}

/** Connects the ServiceM8 account to another log-in for the same firm. */
async function other(
  { tenant, client, world: vendors }: CollectiveCustomer,
  before = () => Promise.resolve(),
  isOn = true,
): Promise<CollectiveCustomer> {
  const visitor = await signUp(world)
  await before()
  await makeReady(world, visitor, {
    slug: tenant.company.slug,
    subjects: { servicem8: tenant.account.uuid, fiken: tenant.user.email },
    activate: false,
  })
  const customer = { visitor, tenant, client, world: vendors }
  await customer.visitor.call(chooseCollective, {
    params: { clientUuid: client },
    body: { time: BY_HAND, byPurchaseOrder: false },
  })
  if (isOn) await switchOn(customer)
  return customer
}

const switchOn = ({ visitor }: CollectiveCustomer) =>
  visitor.call(saveConfiguration, {
    body: {
      isActive: true,
      activatedAt: new Date(world.vendors.now() - DAY_MS).toISOString(),
    },
  })

const stopped = (customer: CollectiveCustomer, jobs: readonly string[]) =>
  rowsThat(customer, jobs, 'to be stopped', ({ errorCode }) => errorCode === 'sent_before')

async function sinceOf({ visitor }: CollectiveCustomer): Promise<Date | null> {
  const { id } = await visitor.call(readSession)
  const [row] = await world.product.platform.db
    .select({ since: connections.accountSince })
    .from(connections)
    .where(and(eq(connections.companyId, id), eq(connections.vendor, 'servicem8')))
  return row?.since ?? null
}

test('there and back: what the other log-in put on one draft is sent by nobody again', async () => {
  const first = await collectiveCustomer(world, 'Frem og tilbake AS')
  await first.visitor.call(chooseCollective, {
    params: { clientUuid: first.client },
    body: { time: BY_HAND, byPurchaseOrder: false },
  })
  await leaveBoth(first)
  const second = await other(first)
  expect(await sinceOf(first)).toBeNull()
  const jobs = [completeForSet(second), completeForSet(second)]
  const rows = await makeDrafts(second, await waitingForSet(second, jobs))
  expect(headingsOf(second)).toEqual([numbersOf(rows)])

  await leaveBoth(second)
  await comeBack(first)
  await first.visitor.call(syncNow)
  await stopped(first, jobs)
  expect(first.tenant.company.drafts).toHaveLength(1)
})

test('there and back, and the other log-in is deleted meanwhile: the same', async () => {
  const first = await collectiveCustomer(world, 'Slettet imens AS')
  await leaveBoth(first)
  const second = await other(first)
  const jobs = [completeForSet(second), completeForSet(second)]
  await makeDrafts(second, await waitingForSet(second, jobs))
  await second.visitor.call(deleteAccount)
  await comeBack(first)
  await first.visitor.call(syncNow)
  await stopped(first, jobs)
  expect(first.tenant.company.drafts).toHaveLength(1)
})

test('in one direction: a log-in that was there before the jobs finds what the first has made', async () => {
  const first = await collectiveCustomer(world, 'En vei AS')
  const jobs: string[] = []
  const second = await other(first, async () => {
    jobs.push(completeForSet(first), completeForSet(first))
    await makeDrafts(first, await waitingForSet(first, jobs))
    await leaveBoth(first)
  })
  await stopped(second, jobs)
  expect(first.tenant.company.drafts).toHaveLength(1)
})

test('a mere reconnection changes nothing, and costs no look', async () => {
  const customer = await collectiveCustomer(world, 'Bare på nytt AS')
  const before = await sinceOf(customer)
  expect(before).not.toBeNull()
  await secondOfConnectionOver(world, before?.getTime())
  const jobs = [completeForSet(customer), completeForSet(customer)]
  await waitingForSet(customer, jobs)
  await leave(customer)
  await come(customer)
  expect(await sinceOf(customer)).toEqual(before)
  const rows = await makeDrafts(customer, await waitingForSet(customer, jobs))
  await onDrafts(customer, jobs)
  for (const { id } of rows) {
    const story = await customer.visitor.call(readTimeline, { params: { id } })
    expect(story.filter(({ text }) => text.startsWith('Ser etter det som kan'))).toEqual([])
  }
})

async function registeredAt({ visitor }: CollectiveCustomer): Promise<Date | undefined> {
  const { id } = await visitor.call(readSession)
  const { db } = world.product.platform
  const [row] = await db.select({ at: users.createdAt }).from(users).where(eq(users.id, id))
  return row?.at
}

test('connections from before this was kept date from their log-in, and from none where another has the account', async () => {
  const away = await collectiveCustomer(world, 'Bort før oppgraderingen AS')
  await leaveBoth(away)
  const holder = await other(away)
  const jobs = [completeForSet(holder), completeForSet(holder)]
  await makeDrafts(holder, await waitingForSet(holder, jobs))

  const former = await collectiveCustomer(world, 'På nytt før oppgraderingen AS')
  const older = [completeForSet(former), completeForSet(former)]
  await makeDrafts(former, await waitingForSet(former, older))
  await former.visitor.call(deleteAccount)
  const newcomer = await other(former, undefined, false)

  await upgradeFrom(world, '0044')
  expect(await sinceOf(away)).toBeNull()
  expect(await sinceOf(holder)).toEqual(await registeredAt(holder))
  expect(await sinceOf(newcomer)).toEqual(await registeredAt(newcomer))

  // Older jobs are looked up in Fiken, because a former account might have sent them.
  await switchOn(newcomer)
  await stopped(newcomer, older)
  expect(newcomer.tenant.company.drafts).toHaveLength(1)
  // Jobs completed while another log-in had the account are looked up as well.
  await leaveBoth(holder)
  await comeBack(away)
  await away.visitor.call(syncNow)
  await stopped(away, jobs)
  expect(away.tenant.company.drafts).toHaveLength(1)
})
