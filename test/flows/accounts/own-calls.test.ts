import { expect, test } from 'vitest'
import type { Endpoint } from '#shared/contract'
import * as auth from '#shared/contracts/auth'
import * as configuration from '#shared/contracts/configuration'
import * as address from '#shared/contracts/account/confirmed-address'
import * as grants from '#shared/contracts/account/grants'
import * as review from '#shared/contracts/account/connection-review'
import * as connections from '#shared/contracts/connections'
import * as onboarding from '#shared/contracts/onboarding'
import { confirmPairings, readFikenOffers, readPairings } from '#shared/contracts/pairings'
import { readSystemStatus } from '#shared/contracts/overview'
import * as profile from '#shared/contracts/profile'
import * as factor from '#shared/contracts/account/second-factor'
import * as sessions from '#shared/contracts/account/sessions'
import * as vat from '#shared/contracts/vat'
import type { Visitor } from '../../support/people/browserless.ts'
import { emailOf, ROWS, text, type Input, type Row } from '../../support/people/own-calls.ts'
import { startTimedWorld, type Person } from '../../support/people/person.ts'
import { completeWorkOrder } from '../../support/people/tenants.ts'

/** Tests the endpoints of "Configuration and connection" and "Account", each with a row in ROWS. */

type Call = Pick<Endpoint, 'method' | 'path' | 'access'>
const isCall = (value: unknown): value is Call =>
  typeof value === 'object' &&
  value !== null &&
  'method' in value &&
  'path' in value &&
  'access' in value
const declared: [string, unknown][] = Object.entries({
  ...connections,
  ...grants,
  ...{ readPairings, confirmPairings, readFikenOffers },
  ...configuration,
  readSystemStatus,
  ...vat,
  ...onboarding,
  ...auth,
  ...profile,
  ...factor,
  ...sessions,
  ...review,
  ...address,
})
const CALLS = declared.flatMap(([name, value]): [string, Call][] =>
  isCall(value) ? [[name, value]] : [],
)

const stateOf = async ({ visitor }: Person) => [
  { ...(await visitor.call(auth.readSession)), updatedAt: null },
  await visitor.call(configuration.readConfiguration),
  await visitor.call(vat.readVatMappings),
  await visitor.call(connections.listWebhooks),
  await visitor.call(connections.readTokenStatus),
  await visitor.call(profile.readMailPreferences),
]

const world = await startTimedWorld()
const owner = await withCompany()
const other = await withCompany()
const newcomer = await world.newPerson()
const { tenant, id } = owner
// The jobs are not transferred, because the integration is off.
for (const person of [owner, other]) completeWorkOrder(world, person)
/** Values that only the owner can read. */
const marks: string[] = [
  id,
  await emailOf(owner),
  tenant.company.slug,
  tenant.user.email,
  tenant.account.uuid,
  tenant.account.vendor.name,
]
for (const call of [
  'saveConfiguration',
  'saveVatMappings',
  'updateProfile',
  'saveMailPreferences',
  'registerWebhooks',
]) {
  const row = ROWS[call]
  const found = CALLS.find(([name]) => name === call)
  if (found) await send(owner.visitor, found[1], await row?.good?.(owner, world))
}
const before = await stateOf(owner)

const somebody = (once: Row['once']) => (once === 'alone' ? world.newPerson() : withCompany())

async function withCompany(): Promise<Person> {
  const person = await world.connected()
  await person.visitor.call(configuration.saveConfiguration, {
    body: { fikenCompanySlug: person.tenant.company.slug },
  })
  return person
}

async function send(
  visitor: Visitor,
  { method, path }: Call,
  { params = {}, body }: Input = {},
  query = '',
) {
  const filled = path.replace(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(params[name] ?? 'uten-id'),
  )
  const json =
    body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const answer = await visitor.fetch(filled + query, { method, ...json })
  const raw = await answer.text()
  return { status: answer.status, raw, body: JSON.parse(raw) as unknown }
}

test('every call of the two groups has a row', () => {
  expect(Object.keys(ROWS).toSorted()).toEqual(CALLS.map(([name]) => name).toSorted())
})

test.each(CALLS)('%s: good, bad, not logged in, and another user', async (name, call) => {
  const { good, answer, once, bad, stolen } = ROWS[name] ?? { answer: undefined, bad: [] }
  if (call.access === 'user') {
    expect(await send(world.visitor(), call)).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    })
  }
  for (const { by, input, status, code } of bad) {
    const told = await send(
      by ? newcomer.visitor : owner.visitor,
      call,
      input ?? (await good?.(owner, world)),
    )
    expect(told, JSON.stringify(input)).toMatchObject({ status, body: { code, message: text } })
  }

  const thief = once ? await somebody(once) : other
  const theirs = stolen ? await stolen.input(owner) : await good?.(thief, world)
  const told = await send(thief.visitor, call, theirs, `?userId=${owner.id}`)
  expect(told).toMatchObject({
    status: stolen?.status ?? 200,
    ...(stolen?.body ? { body: stolen.body } : {}),
  })
  for (const mark of marks) expect(told.raw).not.toContain(mark)

  const person = once ? await somebody(once) : owner
  expect(await send(person.visitor, call, await good?.(person, world))).toMatchObject({
    status: 200,
    body: answer,
  })
})

test('after all that the owner still has what they had', async () => {
  expect(await stateOf(owner)).toEqual(before)
})
