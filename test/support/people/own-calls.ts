import { expect } from 'vitest'
import { readVatMappings } from '#shared/contracts/vat'
import * as auth from '#shared/contracts/auth'
import { listGrants } from '#shared/contracts/account/grants'
import * as address from '#shared/contracts/account/confirmed-address'
import * as connections from '#shared/contracts/connections'
import * as profile from '#shared/contracts/profile'
import * as factor from '#shared/contracts/account/second-factor'
import { codeNow } from '../authenticator.ts'
import { CONFIRMATION, mailTo, tokenIn } from '../vendors/mailbox.ts'
import type { Person, TimedWorld } from './person.ts'

/** Inputs and expected responses of each endpoint about the user's own account. */

export interface Input {
  params?: Record<string, string>
  body?: unknown
}

export interface Row {
  /** The owner's valid input; absent when the endpoint takes none. */
  good?: (owner: Person, world: TimedWorld) => Input | Promise<Input>
  /** The expected response body, with status 200. */
  answer: unknown
  /**
   * Present when a user can call the endpoint only once. A new user then makes the call, with both
   * systems connected or with none.
   */
  once?: 'connected' | 'alone'
  /** Invalid inputs, sent by the owner or by a user without connections. */
  bad: readonly { by?: 'newcomer'; input?: Input; status: number; code: string }[]
  /**
   * Input and expected response when another user calls the endpoint. When absent, the other user
   * sends the valid input about their own data.
   */
  stolen?: { input: (owner: Person) => Input | Promise<Input>; status: number; body?: unknown }
}

const PASSWORD = 'et langt nok passord'
export const text = expect.any(String) as string
const details = (email: string) => ({ firstName: 'Frode', lastName: 'Fjordvik', email })
export const emailOf = async ({ visitor }: Person) => (await visitor.call(auth.readSession)).email
const firstWebhook = async ({ visitor }: Person) => {
  const { webhooks } = await visitor.call(connections.listWebhooks)
  return { params: { id: webhooks[0]?.id ?? '' } }
}
const NOBODYS = '00000000-0000-4000-8000-000000000000'
const firstGrant = async ({ visitor }: Person) => {
  const [grant] = await visitor.call(listGrants)
  return { params: { id: grant?.id ?? NOBODYS } }
}
async function resetToken(person: Person, world: TimedWorld): Promise<string> {
  const email = await emailOf(person)
  await world.visitor().call(profile.forgotPassword, { body: { email } })
  const { text: mailText } = await mailTo(world.sandbox, email, 'Nytt passord til Fakturabro')
  return tokenIn(mailText)
}
async function confirmationToken(person: Person, world: TimedWorld): Promise<string> {
  const email = await emailOf(person)
  await person.visitor.call(address.sendConfirmation)
  return tokenIn((await mailTo(world.sandbox, email, CONFIRMATION)).text)
}
async function firstCode({ visitor }: Person): Promise<string> {
  return codeNow((await visitor.call(factor.beginSecondFactor)).secret)
}
async function recoveryCode(owner: Person): Promise<string> {
  const code = await firstCode(owner)
  const { recoveryCodes } = await owner.visitor.call(factor.confirmSecondFactor, { body: { code } })
  return recoveryCodes[0] ?? ''
}
const ratesOf = async ({ visitor }: Person) => ({
  body: (await visitor.call(readVatMappings)).map(
    ({ taxRateUuid, vatType, goodsAccount, serviceAccount }) => ({
      taxRateUuid,
      vatType,
      goodsAccount,
      serviceAccount,
      confirmed: true,
    }),
  ),
})
const NO_FIKEN = { by: 'newcomer', status: 409, code: 'authorize_fiken' } as const
const NO_SERVICEM8 = { by: 'newcomer', status: 409, code: 'authorize_servicem8' } as const
const invalid = (body: unknown) => ({ input: { body }, status: 400, code: 'invalid' })

const REGISTRATION = {
  firstName: 'Frode',
  lastName: 'Fjordvik',
  companyName: 'Fjordvik Rør AS',
  address: 'Kaigata 4',
  postalCode: '5003',
  city: 'Bergen',
  password: PASSWORD,
}

export const ROWS: Record<string, Row> = {
  readSystemStatus: {
    answer: { servicem8Connected: true, fikenConnected: true, webhookActive: true },
    bad: [],
  },
  readConnectionReview: {
    answer: {
      resetAt: null,
      connections: [
        { vendor: 'servicem8', accountName: text, company: { id: text } },
        { vendor: 'fiken', accountName: text, company: { id: text } },
      ],
    },
    bad: [],
  },
  endConnectionReview: { answer: { message: text }, bad: [] },
  readTokenStatus: {
    answer: { needsReauth: false, servicem8Status: 'connected', fikenStatus: 'connected' },
    bad: [],
  },
  readServicem8AuthUrl: {
    answer: { authUrl: expect.stringContaining('state=') as string },
    bad: [],
  },
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
  listFikenCompanies: {
    answer: { success: true, companies: [{ hasApiAccess: true }] },
    bad: [NO_FIKEN],
  },
  listFikenBankAccounts: {
    answer: { success: true },
    bad: [{ by: 'newcomer', status: 409, code: 'no_company' }],
  },
  listWebhooks: { answer: { webhooks: [{ objectType: 'job', active: true }] }, bad: [] },
  deleteWebhook: {
    once: 'connected',
    good: firstWebhook,
    answer: { message: text },
    bad: [{ input: { params: { id: 'finnes-ikke' } }, status: 404, code: 'not_found' }],
    stolen: { input: firstWebhook, status: 404 },
  },
  registerWebhooks: { answer: { message: text }, bad: [NO_SERVICEM8] },

  listGrants: { answer: [{ account: text, needsReauth: false, companies: [{}] }], bad: [] },
  endGrant: {
    once: 'connected',
    good: firstGrant,
    answer: { message: text },
    bad: [{ input: { params: { id: NOBODYS } }, status: 404, code: 'not_found' }],
    stolen: { input: firstGrant, status: 404 },
  },
  readPairings: { answer: [], bad: [] },
  confirmPairings: {
    good: ({ id }) => ({ body: { pairs: [{ companyId: id, grantId: NOBODYS, slug: 'x' }] } }),
    answer: [{ problem: text }],
    bad: [invalid({}), invalid({ pairs: [] })],
  },
  readFikenOffers: { answer: [], bad: [] },

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
    stolen: {
      input: ({ tenant }) => ({ body: { fikenCompanySlug: tenant.company.slug } }),
      status: 400,
    },
  },
  clearCompanySelection: {
    answer: { success: true },
    bad: [{ by: 'newcomer', status: 409, code: 'no_company' }],
  },
  readVatAccounts: { answer: { types: expect.any(Array) as unknown }, bad: [] },
  readVatMappings: { answer: expect.arrayContaining([]) as unknown, bad: [] },
  saveVatMappings: {
    good: ratesOf,
    answer: expect.arrayContaining([]) as unknown,
    bad: [
      invalid({}),
      invalid([
        {
          taxRateUuid: 'x',
          vatType: 'HIGH',
          goodsAccount: '30',
          serviceAccount: '3020',
          confirmed: true,
        },
      ]),
    ],
    stolen: { input: ratesOf, status: 400 },
  },
  readSetup: { answer: { steps: expect.any(Array) as unknown }, bad: [] },
  readJobChoice: { answer: { completed: expect.any(Number) as number }, bad: [NO_SERVICEM8] },
  runTrial: { answer: { problems: expect.any(Array) as unknown }, bad: [NO_SERVICEM8] },

  readSession: { answer: { firstName: 'Frode', isAdmin: false }, bad: [] },
  updateProfile: {
    good: async (owner) => ({ body: details(await emailOf(owner)) }),
    answer: { firstName: 'Frode', createdAt: text, updatedAt: text },
    bad: [invalid({}), invalid({ ...details('kari@'), firstName: ' ' })],
    stolen: {
      input: async (owner) => ({ body: details(await emailOf(owner)) }),
      status: 409,
      body: { code: 'email_taken' },
    },
  },
  changePassword: {
    good: () => ({
      body: {
        currentPassword: PASSWORD,
        newPassword: `${PASSWORD}!`,
        confirmPassword: `${PASSWORD}!`,
      },
    }),
    once: 'alone',
    answer: { message: text },
    bad: [
      invalid({}),
      invalid({ currentPassword: PASSWORD, newPassword: 'kort', confirmPassword: 'kort' }),
      {
        input: {
          body: {
            currentPassword: 'feil',
            newPassword: `${PASSWORD}?`,
            confirmPassword: `${PASSWORD}?`,
          },
        },
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
    good: async (owner, world) => ({
      body: {
        token: await resetToken(owner, world),
        password: PASSWORD,
        confirmPassword: PASSWORD,
      },
    }),
    answer: { message: 'Passord oppdatert' },
    bad: [
      invalid({}),
      invalid({ token: 'x', password: PASSWORD, confirmPassword: `${PASSWORD}!` }),
      {
        input: { body: { token: 'x', password: PASSWORD, confirmPassword: PASSWORD } },
        status: 400,
        code: 'token_invalid',
      },
    ],
  },
  readSecondFactor: { answer: { since: null, recoveryCodes: 0, required: false }, bad: [] },
  beginSecondFactor: {
    answer: { secret: text, uri: text, qr: expect.any(Array) as unknown },
    bad: [],
  },
  confirmSecondFactor: {
    once: 'alone',
    good: async (owner) => ({ body: { code: await firstCode(owner) } }),
    answer: { recoveryCodes: expect.any(Array) as unknown },
    bad: [invalid({}), { input: { body: { code: 'x' } }, status: 400, code: 'code_wrong' }],
  },
  renewRecoveryCodes: {
    once: 'alone',
    good: async (owner) => ({ body: { code: await recoveryCode(owner) } }),
    answer: { recoveryCodes: expect.any(Array) as unknown },
    bad: [invalid({}), { input: { body: { code: 'x' } }, status: 409, code: 'second_factor_off' }],
  },
  endSecondFactor: {
    once: 'alone',
    good: async (owner) => ({ body: { code: await recoveryCode(owner) } }),
    answer: { message: text },
    bad: [invalid({}), { input: { body: { code: 'x' } }, status: 409, code: 'second_factor_off' }],
  },
  listSessions: { answer: expect.any(Array) as unknown, bad: [] },
  endOtherSessions: { answer: { ended: expect.any(Number) as number }, bad: [] },
  sendConfirmation: { once: 'alone', answer: { message: text }, bad: [] },
  putConfirmationAway: { answer: { message: text }, bad: [] },
  confirmEmail: {
    once: 'alone',
    good: async (owner, world) => ({ body: { token: await confirmationToken(owner, world) } }),
    answer: { message: 'E-postadressen er bekreftet', email: text },
    bad: [invalid({}), { input: { body: { token: 'x' } }, status: 400, code: 'token_invalid' }],
  },
  readDeletion: { answer: { companies: [{ name: 'Fjordvik Rør AS', members: [] }] }, bad: [] },
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
  checkRegistration: {
    good: async (owner) => ({
      body: { email: `ny-${await emailOf(owner)}`, password: PASSWORD },
    }),
    answer: { message: text },
    bad: [
      invalid({}),
      invalid({ email: 'ny@example.no', password: 'kort' }),
      invalid({ email: 'ny@example.no', password: 'sommer123' }),
    ],
    stolen: {
      input: async (owner) => ({ body: { email: await emailOf(owner), password: PASSWORD } }),
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
      {
        input: { body: { email: 'ingen@example.no', password: 'x' } },
        status: 401,
        code: 'invalid_credentials',
      },
    ],
    stolen: {
      input: async (owner) => ({
        body: { email: await emailOf(owner), password: 'et annet passord' },
      }),
      status: 401,
      body: { code: 'invalid_credentials' },
    },
  },
  confirmPassword: {
    good: () => ({ body: { password: PASSWORD } }),
    answer: { message: text },
    bad: [
      invalid({}),
      invalid({ password: 7 }),
      { input: { body: { password: 'feil' } }, status: 400, code: 'wrong_password' },
    ],
  },
  logout: { once: 'alone', answer: { message: text }, bad: [] },
  publicPricing: { answer: { monthlyPrice: 50_000 }, bad: [] },
}
