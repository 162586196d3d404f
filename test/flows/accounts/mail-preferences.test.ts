import { describe, expect, test } from 'vitest'
import { notifyCompany } from '#server/features/notifications/notify'
import { memberships } from '#server/features/auth/tables'
import { readSession } from '#shared/contracts/auth'
import { readMailPreferences, saveMailPreferences } from '#shared/contracts/profile'
import { colleague } from '../../support/people/access/members.ts'
import { mailsTo } from '../../support/vendors/mailbox.ts'
import { startTimedWorld } from '../../support/people/person.ts'
import {
  completeWorkOrder,
  readyCustomer,
  transfersOf,
  type Customer,
} from '../../support/people/tenants.ts'
import { until } from '../../support/wait.ts'
import { signUp } from '../../support/world/world.ts'

const world = await startTimedWorld()

const PATH = '/api/notification-preferences'
const ALL = { failureMail: true, weeklySummary: true }

test('both mails are on until they are switched off, and the choice is kept', async () => {
  const person = await signUp(world)
  expect(await person.call(readMailPreferences)).toEqual(ALL)
  const chosen = { failureMail: false, weeklySummary: true }
  expect(await person.call(saveMailPreferences, { body: chosen })).toEqual(chosen)
  expect(await person.call(readMailPreferences)).toEqual(chosen)
  expect(await person.call(saveMailPreferences, { body: ALL })).toEqual(ALL)
})

test.each([
  ['nothing', undefined],
  ['one switch only', { failureMail: true }],
  ['a text', { failureMail: 'ja', weeklySummary: true }],
  ['a number', { failureMail: 1, weeklySummary: true }],
  ['null', { failureMail: null, weeklySummary: null }],
  ['a list', []],
])('%s is refused in Norwegian, and nothing is changed', async (_what, body) => {
  const person = await signUp(world)
  const answer = await person.fetch(PATH, {
    method: 'PUT',
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(/^(Ugyldig verdi|Forespørselen mangler innhold)$/) as string,
  })
  expect(await person.call(readMailPreferences)).toEqual(ALL)
})

test("another user's choice is their own, and a user id in the body is ignored", async () => {
  const one = await signUp(world)
  const other = await signUp(world)
  const { id } = await other.call(readSession)
  const body = JSON.stringify({ failureMail: false, weeklySummary: false, userId: id })
  const answer = await one.fetch(PATH, {
    method: 'PUT',
    body,
    headers: { 'content-type': 'application/json' },
  })
  expect(await answer.json()).toEqual({ failureMail: false, weeklySummary: false })
  expect(await other.call(readMailPreferences)).toEqual(ALL)
})

test('a visitor is asked to log in', async () => {
  const stranger = world.visitor()
  expect((await stranger.tryCall(readMailPreferences)).status).toBe(401)
  expect(await stranger.tryCall(saveMailPreferences, { body: ALL })).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated' },
  })
})

async function fails(customer: Customer): Promise<void> {
  completeWorkOrder(world, customer, { purchase_order_number: 'HASTER [400]' })
  await until('it to fail', async () =>
    (await transfersOf(customer)).some((row) => row.status === 'failed'),
  )
}

/** Moves the time, and looks for mails that are due. */
async function later(companyId: string): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    world.advance(10 * 60_000)
    await notifyCompany(world.product.platform, companyId, new AbortController().signal)
  }
}

describe('a user who has switched failure mails off', () => {
  test('gets none, nor a pile of old ones when they are switched on again', async () => {
    const customer = await readyCustomer(world, 'Stille Rør AS')
    const { id, email } = await customer.visitor.call(readSession)
    await customer.visitor.call(saveMailPreferences, {
      body: { failureMail: false, weeklySummary: false },
    })
    await fails(customer)
    await later(id)
    await customer.visitor.call(saveMailPreferences, {
      body: { failureMail: true, weeklySummary: false },
    })
    await later(id)
    expect(mailsTo(world.sandbox, email)).toEqual([])
  })
})

test('the owner and accountants get failure mails, each by their own choice and one each', async () => {
  const customer = await readyCustomer(world, 'Fler AS')
  const { id, email } = await customer.visitor.call(readSession)
  const kari = await colleague(world, id, 'accountant', { firstName: 'Kari' })
  const off = await colleague(world, id, 'accountant')
  const staff = await colleague(world, id, 'staff')
  const other = await signUp(world)
  const { id: elsewhere } = await other.call(readSession)
  await world.product.platform.db
    .insert(memberships)
    .values({ companyId: elsewhere, personId: kari.id, role: 'accountant' })
  const none = { failureMail: false, weeklySummary: false }
  await off.visitor.call(saveMailPreferences, { body: none })
  expect(await customer.visitor.call(readMailPreferences)).toEqual(ALL)
  await fails(customer)
  await later(id)
  await later(id)
  const textsTo = (address: string) => mailsTo(world.sandbox, address).map(({ text }) => text)
  expect(textsTo(email)).toHaveLength(1)
  expect(textsTo(email)[0]).not.toContain('Dette gjelder')
  // Only who has several companies is told which one it is.
  expect(textsTo(kari.email)).toEqual([
    expect.stringMatching(/^Hei Kari,\s+Dette gjelder Fjordvik Rør AS\./),
  ])
  expect([...textsTo(off.email), ...textsTo(staff.email)]).toEqual([])
})
