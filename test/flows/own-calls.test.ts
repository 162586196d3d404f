import { afterAll, beforeAll, expect, test } from 'vitest'
import { completeJob } from '#sandbox/servicem8/workshop'
import type { Endpoint } from '#shared/contract'
import * as auth from '#shared/contracts/auth'
import * as configuration from '#shared/contracts/configuration'
import * as connections from '#shared/contracts/connections'
import * as onboarding from '#shared/contracts/onboarding'
import * as profile from '#shared/contracts/profile'
import type { Visitor } from '../support/browserless.ts'
import { mailTo } from '../support/mailbox.ts'
import { startTimedWorld, type Person, type TimedWorld } from '../support/person.ts'

/**
 * Every call of the groups "Configuration and connection" and "Account" (specification part 2 §7) with good input, with bad input, and
 * with another user's. A contract of theirs without a row fails.
 */

interface Input {
  params?: Record<string, string>
  body?: unknown
}

interface Row {
  /** What the owner sends; absent = the call takes nothing. */
  good?: (owner: Person) => Input | Promise<Input>
  /** What is answered to it, with status 200. */
  answer: unknown
  /** It cannot be done twice by one person: somebody new does it, with both systems connected or with none. */
  once?: 'connected' | 'alone'
  /** Sent by the owner, or by somebody who has connected nothing. */
  bad: readonly { by?: 'newcomer'; input?: Input; status: number; code: string }[]
  /** Another user's input, and what becomes of it; absent = the good input, which is then about one's own. */
  stolen?: { input: (owner: Person) => Input | Promise<Input>; status: number; body?: unknown }
}

const PASSWORD = 'et langt nok passord'
const text = expect.any(String) as string
const details = (email: string) => ({ firstName: 'Frode', lastName: 'Fjordvik', email })
const emailOf = async ({ visitor }: Person) => (await visitor.call(auth.readSession)).email
const firstWebhook = async ({ visitor }: Person) => {
  const { webhooks } = await visitor.call(connections.listWebhooks)
  return { params: { id: webhooks[0]?.id ?? '' } }
}
const ratesOf = async ({ visitor }: Person) => ({
  body: (await visitor.call(configuration.readVatMappings)).map(({ taxRateUuid, vatType, goodsAccount, serviceAccount }) => ({
    taxRateUuid,
    vatType,
    goodsAccount,
    serviceAccount,
    confirmed: true,
  })),
})
const NO_FIKEN = { by: 'newcomer', status: 409, code: 'authorize_fiken' } as const
const NO_SERVICEM8 = { by: 'newcomer', status: 409, code: 'authorize_servicem8' } as const
const invalid = (body: unknown) => ({ input: { body }, status: 400, code: 'invalid' })

const REGISTRATION = {
  ...{ firstName: 'Frode', lastName: 'Fjordvik', companyName: 'Fjordvik Rør AS', address: 'Kaigata 4', postalCode: '5003' },
  city: 'Bergen',
  password: PASSWORD,
}

const ROWS: Record<string, Row> = {
  readSystemStatus: { answer: { servicem8Connected: true, fikenConnected: true, webhookActive: true }, bad: [] },
  readTokenStatus: { answer: { needsReauth: false, servicem8Status: 'connected', fikenStatus: 'connected' }, bad: [] },
  readServicem8AuthUrl: { answer: { authUrl: expect.stringContaining('state=') as string }, bad: [] },
  readFikenAuthUrl: { answer: { authUrl: expect.stringContaining('state=') as string }, bad: [] },
  revokeFiken: { once: 'connected', answer: { message: text }, bad: [] },
  disconnectServicem8: { once: 'connected', answer: { message: text }, bad: [] },
  testServicem8: { good: () => ({ body: {} }), answer: { connected: true }, bad: [] },
  testFiken: {
    good: ({ tenant }) => ({ body: { companySlug: tenant.company.slug } }),
    answer: { connected: true },
    bad: [invalid({}), invalid({ companySlug: 7 })],
    stolen: {
      input: ({ tenant }) => ({ body: { companySlug: tenant.company.slug } }),
      status: 200,
      body: { connected: false },
    },
  },
  listFikenCompanies: { answer: { success: true, companies: [{ hasApiAccess: true }] }, bad: [NO_FIKEN] },
  listFikenBankAccounts: { answer: { success: true }, bad: [{ by: 'newcomer', status: 409, code: 'no_company' }] },
  listWebhooks: { answer: { webhooks: [{ objectType: 'job', active: true }] }, bad: [] },
  deleteWebhook: {
    once: 'connected',
    good: firstWebhook,
    answer: { message: text },
    bad: [{ input: { params: { id: 'finnes-ikke' } }, status: 404, code: 'not_found' }],
    stolen: { input: firstWebhook, status: 404 },
  },
  registerWebhooks: { answer: { message: text }, bad: [NO_SERVICEM8] },

  readConfiguration: { answer: { requiresCompanySelection: false, isActive: false }, bad: [] },
  saveConfiguration: {
    good: () => ({ body: { jobFetchType: 'completed' } }),
    answer: { jobFetchType: 'completed' },
    bad: [
      invalid({ isActive: 'ja' }),
      invalid([]),
      invalid({ customerMatchThreshold: 20 }),
      invalid({ jobFetchType: 'alle' }),
      invalid({ writeBackPayments: 'ja' }),
    ],
    stolen: { input: ({ tenant }) => ({ body: { fikenCompanySlug: tenant.company.slug } }), status: 400 },
  },
  clearCompanySelection: { answer: { success: true }, bad: [{ by: 'newcomer', status: 409, code: 'no_company' }] },
  readVatMappings: { answer: expect.arrayContaining([]) as unknown, bad: [] },
  saveVatMappings: {
    good: ratesOf,
    answer: expect.arrayContaining([]) as unknown,
    bad: [
      invalid({}),
      invalid([{ taxRateUuid: 'x', vatType: 'HIGH', goodsAccount: '30', serviceAccount: '3020', confirmed: true }]),
    ],
    stolen: { input: ratesOf, status: 400 },
  },
  readSetup: { answer: { steps: expect.any(Array) as unknown }, bad: [] },
  runTrial: { answer: { problems: expect.any(Array) as unknown }, bad: [NO_SERVICEM8] },

  readSession: { answer: { firstName: 'Frode', isAdmin: false }, bad: [] },
  updateProfile: {
    good: async (owner) => ({ body: details(await emailOf(owner)) }),
    answer: { firstName: 'Frode', createdAt: text, updatedAt: text },
    bad: [invalid({}), invalid({ ...details('kari@'), firstName: ' ' })],
    stolen: { input: async (owner) => ({ body: details(await emailOf(owner)) }), status: 409, body: { code: 'email_taken' } },
  },
  changePassword: {
    good: () => ({ body: { currentPassword: PASSWORD, newPassword: `${PASSWORD}!`, confirmPassword: `${PASSWORD}!` } }),
    once: 'alone',
    answer: { message: text },
    bad: [
      invalid({}),
      invalid({ currentPassword: PASSWORD, newPassword: 'kort', confirmPassword: 'kort' }),
      {
        input: { body: { currentPassword: 'feil', newPassword: `${PASSWORD}?`, confirmPassword: `${PASSWORD}?` } },
        status: 400,
        code: 'wrong_password',
      },
    ],
  },
  deleteAccount: { once: 'alone', answer: { message: text }, bad: [] },
  forgotPassword: {
    good: async (owner) => ({ body: { email: await emailOf(owner) } }),
    answer: { message: text },
    bad: [invalid({}), invalid({ email: 'kari@' })],
  },
  resetPassword: {
    once: 'alone',
    good: async (owner) => ({ body: { token: await resetToken(owner), password: PASSWORD, confirmPassword: PASSWORD } }),
    answer: { message: 'Passord oppdatert' },
    bad: [
      invalid({}),
      invalid({ token: 'x', password: PASSWORD, confirmPassword: `${PASSWORD}!` }),
      { input: { body: { token: 'x', password: PASSWORD, confirmPassword: PASSWORD } }, status: 400, code: 'token_invalid' },
    ],
  },
  readDataExport: { answer: { state: 'none', startedAt: null }, bad: [] },
  readMailPreferences: { answer: { failureMail: true, weeklySummary: true }, bad: [] },
  saveMailPreferences: {
    good: () => ({ body: { failureMail: true, weeklySummary: true } }),
    answer: { failureMail: true, weeklySummary: true },
    bad: [invalid({}), invalid({ failureMail: 'ja', weeklySummary: true })],
  },
  register: {
    once: 'alone',
    good: async (owner) => ({ body: { ...REGISTRATION, email: `ny-${await emailOf(owner)}` } }),
    answer: { firstName: 'Frode', isAdmin: false },
    bad: [invalid({}), invalid({ ...REGISTRATION, email: 'ny@example.no', password: 'kort' })],
    stolen: {
      input: async (owner) => ({ body: { ...REGISTRATION, email: await emailOf(owner) } }),
      status: 409,
      body: { code: 'email_taken' },
    },
  },
  login: {
    once: 'alone',
    good: async (owner) => ({ body: { email: await emailOf(owner), password: PASSWORD } }),
    answer: { firstName: 'Frode' },
    bad: [
      invalid({}),
      { input: { body: { email: 'ingen@example.no', password: 'x' } }, status: 401, code: 'invalid_credentials' },
    ],
    stolen: {
      input: async (owner) => ({ body: { email: await emailOf(owner), password: 'et annet passord' } }),
      status: 401,
      body: { code: 'invalid_credentials' },
    },
  },
  confirmPassword: {
    good: () => ({ body: { password: PASSWORD } }),
    answer: { message: text },
    bad: [invalid({}), invalid({ password: 7 }), { input: { body: { password: 'feil' } }, status: 400, code: 'wrong_password' }],
  },
  logout: { once: 'alone', answer: { message: text }, bad: [] },
  publicPricing: { answer: { monthlyPrice: 50_000 }, bad: [] },
}

type Call = Pick<Endpoint, 'method' | 'path' | 'access'>
const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
const declared: [string, unknown][] = Object.entries({ ...connections, ...configuration, ...onboarding, ...auth, ...profile })
const CALLS = declared.flatMap(([name, value]): [string, Call][] => (isCall(value) ? [[name, value]] : []))

let world: TimedWorld
let owner: Person
let other: Person
let newcomer: Person
/** What only the owner may ever read. */
let marks: string[]
let before: unknown

const stateOf = async ({ visitor }: Person) => [
  { ...(await visitor.call(auth.readSession)), updatedAt: null },
  await visitor.call(configuration.readConfiguration),
  await visitor.call(configuration.readVatMappings),
  await visitor.call(connections.listWebhooks),
  await visitor.call(connections.readTokenStatus),
  await visitor.call(profile.readMailPreferences),
]

beforeAll(async () => {
  world = await startTimedWorld()
  owner = await withCompany()
  other = await withCompany()
  newcomer = await world.newPerson()
  const { tenant, id } = owner
  for (const person of [owner, other]) completeOne(person)
  marks = [id, await emailOf(owner), tenant.company.slug, tenant.user.email, tenant.account.uuid, tenant.account.vendor.name]
  for (const call of ['saveConfiguration', 'saveVatMappings', 'updateProfile', 'saveMailPreferences', 'registerWebhooks']) {
    const row = ROWS[call]
    const found = CALLS.find(([name]) => name === call)
    if (found) await send(owner.visitor, found[1], await row?.good?.(owner))
  }
  before = await stateOf(owner)
})
afterAll(() => world.stop())

/** For the trial; nothing is switched on, so it is not transferred. */
function completeOne({ tenant: { account } }: Person): void {
  const job = Object.values(account.tables.job).find(({ status }) => status === 'Work Order')
  if (job) completeJob(world.sandbox.world, account, job.uuid)
}

const somebody = (once: Row['once']) => (once === 'alone' ? world.newPerson() : withCompany())

async function withCompany(): Promise<Person> {
  const person = await world.connected()
  await person.visitor.call(configuration.saveConfiguration, { body: { fikenCompanySlug: person.tenant.company.slug } })
  return person
}

async function resetToken(person: Person): Promise<string> {
  const email = await emailOf(person)
  await world.visitor().call(profile.forgotPassword, { body: { email } })
  const { text: letter } = await mailTo(world.sandbox, email, 'Nytt passord til Fakturabro')
  return /token=([\w-]+)/.exec(letter)?.[1] ?? ''
}

async function send(visitor: Visitor, { method, path }: Call, { params = {}, body }: Input = {}, query = '') {
  const filled = path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? 'uten-id'))
  const json = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const answer = await visitor.fetch(filled + query, { method, ...json })
  const raw = await answer.text()
  return { status: answer.status, raw, body: JSON.parse(raw) as unknown }
}

test('every call of the two groups has a row', () => {
  expect(Object.keys(ROWS).toSorted()).toEqual(CALLS.map(([name]) => name).toSorted())
})

test.each(CALLS)('%s: good, bad, a stranger, and another user', async (name, call) => {
  const { good, answer, once, bad, stolen } = ROWS[name] ?? { answer: undefined, bad: [] }
  if (call.access === 'user') {
    expect(await send(world.visitor(), call)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  }
  for (const { by, input, status, code } of bad) {
    const told = await send(by ? newcomer.visitor : owner.visitor, call, input ?? (await good?.(owner)))
    expect(told, JSON.stringify(input)).toMatchObject({ status, body: { code, message: text } })
  }

  const thief = once ? await somebody(once) : other
  const theirs = stolen ? await stolen.input(owner) : await good?.(thief)
  const told = await send(thief.visitor, call, theirs, `?userId=${owner.id}`)
  expect(told).toMatchObject({ status: stolen?.status ?? 200, ...(stolen?.body ? { body: stolen.body } : {}) })
  for (const mark of marks) expect(told.raw).not.toContain(mark)

  const person = once ? await somebody(once) : owner
  expect(await send(person.visitor, call, await good?.(person))).toMatchObject({ status: 200, body: answer })
})

test('after all that the owner has what they had', async () => {
  expect(await stateOf(owner)).toEqual(before)
})
