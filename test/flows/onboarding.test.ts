import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTenant, type Tenant } from '#sandbox/seed/tenants'
import { completeJob } from '#sandbox/servicem8/workshop'
import { listActivity } from '#shared/contracts/activity-log'
import { readVatMappings, saveConfiguration, saveVatMappings } from '#shared/contracts/configuration'
import { listFikenCompanies } from '#shared/contracts/connections'
import { readSetup, runTrial, type SetupStep } from '#shared/contracts/onboarding'
import { listTransfers } from '#shared/contracts/transfers'
import type { Visitor } from '../support/browserless.ts'
import { completeNewJob, startPlumber, type Plumber } from '../support/plumber.ts'
import { consent, signUp } from '../support/world.ts'

/** The way from a new account to an integration that runs, and the trial transfer that sends nothing. */

let plumber: Plumber
/** With a business of their own, and nothing connected. */
let newcomer: Visitor
let tenant: Tenant

beforeAll(async () => {
  plumber = await startPlumber({ activate: false })
  newcomer = await signUp(plumber.world)
  tenant = createTenant(plumber.world.sandbox.world, 'Nybegynner VVS AS')
})
afterAll(() => plumber.world.stop())

const stepsOf = async (person: Visitor) =>
  Object.fromEntries((await person.call(readSetup)).steps.map((step) => [step.id, step])) as Record<SetupStep['id'], SetupStep>
const plain = (text: string) => text.replace(/\u00a0/g, ' ')

describe('the checklist', () => {
  test('begins with the connections and opens step by step, in any order of the two', async () => {
    expect(await newcomer.call(readSetup)).toMatchObject({ done: false })
    expect(await stepsOf(newcomer)).toMatchObject({ servicem8: { state: 'open' }, company: { state: 'locked' } })
    await consent(newcomer, 'fiken', tenant.user.email)
    expect(await stepsOf(newcomer)).toMatchObject({ fiken: { state: 'done' }, company: { state: 'open' } })
    await consent(newcomer, 'servicem8', tenant.account.uuid)
    expect(await stepsOf(newcomer)).toMatchObject({ servicem8: { state: 'done' }, trial: { state: 'locked' } })
  })

  test('is checked against the real chart of accounts and VAT status once a company is chosen', async () => {
    const { companies } = await newcomer.call(listFikenCompanies)
    await newcomer.call(saveConfiguration, { body: { fikenCompanySlug: companies[0]?.slug ?? '' } })
    const steps = await stepsOf(newcomer)
    expect(steps).toMatchObject({ company: { state: 'done' }, vat: { state: 'open' }, activate: { state: 'open' } })
    expect(steps.vat.reason).toContain('MVA 12 %')
  })

  test('is done when the integration is on', async () => {
    expect(await plumber.person.call(readSetup)).toMatchObject({ done: false })
    const { activate } = await stepsOf(plumber.person)
    expect(plain(activate.reason)).toContain('500,00 kr/måned uten MVA.')
    await plumber.person.call(saveConfiguration, { body: { isActive: true } })
    expect(await plumber.person.call(readSetup)).toMatchObject({ done: true })
    await plumber.person.call(saveConfiguration, { body: { isActive: false } })
  })

  test('needs a session', async () => {
    expect(await plumber.world.visitor().tryCall(readSetup)).toMatchObject({ status: 401 })
    expect(await plumber.world.visitor().tryCall(runTrial)).toMatchObject({ status: 401 })
  })
})

describe('a trial transfer', () => {
  const complete = (name = 'Arbeid', rate = '') =>
    completeNewJob(plumber, {
      client: 'Ola Hansen',
      lines: [{ name, displayed_amount: '500.0000', quantity: '2', tax_rate_uuid: rate }],
    })

  test('shows the draft of the newest completed job to the øre, and sends and makes nothing', async () => {
    const { ledger } = plumber.world.sandbox.world
    const before = { contacts: plumber.company.contacts.length, products: plumber.company.products.length }
    complete('Bytte av kran')
    const trial = await plumber.person.call(runTrial)
    expect(trial).toMatchObject({
      job: { customer: 'Ola Hansen' },
      recipient: { name: 'Ola Hansen' },
      lines: [{ description: 'Bytte av kran', quantity: '2', unitPrice: 50_000, net: 100_000 }],
      problems: [],
    })
    expect(trial.gross).toBe(trial.net + trial.vat)
    expect(ledger.draftsCreated).toEqual([])
    expect({ contacts: plumber.company.contacts.length, products: plumber.company.products.length }).toEqual(before)
    expect(await stepsOf(plumber.person)).toMatchObject({ trial: { state: 'done' } })
    const [entry] = await plumber.person.call(listActivity, { query: { q: 'trial_transfer' } })
    expect(entry).toMatchObject({ success: true, description: expect.stringContaining('Prøveoverføring') as string })
  })

  test('says what would stop the job and where it is mended, and passes when that is done', async () => {
    const table = await plumber.person.call(readVatMappings)
    const low = table.find((row) => row.percent.startsWith('12'))
    if (!low) throw new Error('the seeded account has no 12 % rate')
    complete('Overnatting', low.taxRateUuid)
    const trial = await plumber.person.call(runTrial)
    expect(trial.lines).toEqual([])
    expect(trial.problems).toMatchObject([{ title: 'MVA-satsen er ikke koblet til Fiken', mend: { href: '/configuration#mva' } }])
    expect((await stepsOf(plumber.person)).trial).toMatchObject({ state: 'open' })
    await plumber.person.call(saveVatMappings, {
      body: table.map(({ taxRateUuid, ...row }) =>
        taxRateUuid === low.taxRateUuid
          ? { taxRateUuid, vatType: 'LOW', goodsAccount: '3605', serviceAccount: '3605', confirmed: true }
          : {
              taxRateUuid,
              vatType: row.vatType,
              goodsAccount: row.goodsAccount,
              serviceAccount: row.serviceAccount,
              confirmed: row.confirmed,
            },
      ),
    })
    expect(await plumber.person.call(runTrial)).toMatchObject({ problems: [], lines: [{ vat: 'lav sats, 12 %' }] })
  })

  test('writes no transfer by itself', async () => {
    const rows = await plumber.person.call(listTransfers, { query: { limit: 500 } })
    expect(rows.every((row) => row.status === 'pending')).toBe(true)
  })

  test('is refused in words while a system is not connected or no company is chosen', async () => {
    const person = await signUp(plumber.world)
    expect(await person.tryCall(runTrial)).toMatchObject({ status: 409, body: { code: 'authorize_servicem8' } })
    const other = createTenant(plumber.world.sandbox.world, 'Uten selskap AS')
    await consent(person, 'servicem8', other.account.uuid)
    await consent(person, 'fiken', other.user.email)
    completeJob(plumber.world.sandbox.world, other.account, Object.keys(other.account.tables.job)[0] ?? '')
    expect(await person.tryCall(runTrial)).toMatchObject({ status: 409, body: { code: 'no_company', action: 'choose_company' } })
  })

  test('tells who has completed nothing yet to complete a job first', async () => {
    plumber.account.tables.job = {}
    expect(await plumber.person.tryCall(runTrial)).toMatchObject({ status: 404, body: { code: 'no_job' } })
  })
})
