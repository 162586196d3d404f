import { describe, expect, test } from 'vitest'
import { createTenant } from '#sandbox/seed/tenants'
import { approveJob, changeJob, completeJob } from '#sandbox/servicem8/workshop'
import { listActivity } from '#shared/contracts/activity-log'
import { saveConfiguration } from '#shared/contracts/configuration'
import { readVatMappings, saveVatMappings } from '#shared/contracts/vat'
import { listFikenCompanies } from '#shared/contracts/connections'
import { readJobChoice, readSetup, runTrial, type SetupStep } from '#shared/contracts/onboarding'
import { listTransfers } from '#shared/contracts/transfers/list'
import type { Visitor } from '../../support/people/browserless.ts'
import { completeNewJob, startPlumber } from '../../support/people/plumber.ts'
import { consent, signUp } from '../../support/world/world.ts'

const plumber = await startPlumber({ activate: false })
const newcomer = await signUp(plumber.world)
const tenant = createTenant(plumber.vendors, 'Nybegynner VVS AS')

const stepsOf = async (person: Visitor) =>
  Object.fromEntries((await person.call(readSetup)).steps.map((step) => [step.id, step])) as Record<
    SetupStep['id'],
    SetupStep
  >
const plain = (text: string) => text.replace(/\u00a0/g, ' ')

describe('the checklist', () => {
  test('begins with the connections and opens step by step, in either order of the two', async () => {
    expect(await newcomer.call(readSetup)).toMatchObject({ done: false })
    expect(await stepsOf(newcomer)).toMatchObject({
      servicem8: { state: 'open' },
      company: { state: 'locked' },
    })
    await consent(newcomer, 'fiken', tenant.user.email)
    expect(await stepsOf(newcomer)).toMatchObject({
      fiken: { state: 'done' },
      company: { state: 'open' },
    })
    await consent(newcomer, 'servicem8', tenant.account.uuid)
    expect(await stepsOf(newcomer)).toMatchObject({
      servicem8: { state: 'done' },
      trial: { state: 'locked' },
    })
  })

  test('asks about no tax rate before a job uses it, once a company is chosen', async () => {
    const { companies } = await newcomer.call(listFikenCompanies)
    await newcomer.call(saveConfiguration, { body: { fikenCompanySlug: companies[0]?.slug ?? '' } })
    expect(await stepsOf(newcomer)).toMatchObject({
      company: { state: 'done' },
      vat: { state: 'done', reason: 'Ingen jobb bruker en sats som må velges.' },
      activate: { state: 'open' },
    })
  })

  test('is done when the integration is on', async () => {
    expect(await plumber.person.call(readSetup)).toMatchObject({ done: false })
    const { activate } = await stepsOf(plumber.person)
    expect(plain(activate.reason)).toContain('500,00 kr/måned uten MVA')
    await plumber.person.call(saveConfiguration, { body: { isActive: true } })
    expect(await plumber.person.call(readSetup)).toMatchObject({ done: true })
    await plumber.person.call(saveConfiguration, { body: { isActive: false } })
  })

  test('recommends the answer that the jobs of the last 90 days speak for', async () => {
    const { world, account, person } = plumber
    expect(await person.call(readJobChoice)).toMatchObject({ recommended: 'awaiting_payment' })
    const approved = Object.values(account.tables.job).filter(
      ({ ready_to_invoice, payment_processed }) =>
        Number(ready_to_invoice) === 1 || Number(payment_processed) === 1,
    )
    for (const { uuid } of approved)
      changeJob(world.vendors, account, uuid, { ready_to_invoice: '0', payment_processed: 0 })
    expect(await person.call(readJobChoice)).toMatchObject({
      approved: 0,
      recommended: 'completed',
    })
    for (const { uuid } of approved) approveJob(world.vendors, account, uuid)
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

  test('shows the draft of the newest completed job to the øre, and sends and creates nothing', async () => {
    const { ledger } = plumber.vendors
    const before = {
      contacts: plumber.company.contacts.length,
      products: plumber.company.products.length,
    }
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
    expect({
      contacts: plumber.company.contacts.length,
      products: plumber.company.products.length,
    }).toEqual(before)
    expect(await stepsOf(plumber.person)).toMatchObject({ trial: { state: 'done' } })
    const [entry] = await plumber.person.call(listActivity, { query: { q: 'trial_transfer' } })
    expect(entry).toMatchObject({
      success: true,
      description: expect.stringContaining('Prøveoverføring') as string,
    })
  })

  test('says what would stop the job and where to fix it, and passes when that is done', async () => {
    const table = await plumber.person.call(readVatMappings)
    const low = table.find((row) => row.percent.startsWith('12'))
    if (!low) throw new Error('the seeded account has no 12 % rate')
    complete('Overnatting', low.taxRateUuid)
    const trial = await plumber.person.call(runTrial)
    expect(trial.lines).toEqual([])
    expect(trial.problems).toMatchObject([
      { title: 'MVA-satsen er ikke koblet til Fiken', mend: { href: '/configuration#mva' } },
    ])
    expect((await stepsOf(plumber.person)).trial).toMatchObject({ state: 'open' })
    await plumber.person.call(saveVatMappings, {
      body: table.map(({ taxRateUuid, ...row }) =>
        taxRateUuid === low.taxRateUuid
          ? {
              taxRateUuid,
              vatType: 'LOW',
              goodsAccount: '3605',
              serviceAccount: '3605',
              confirmed: true,
            }
          : {
              taxRateUuid,
              vatType: row.vatType,
              goodsAccount: row.goodsAccount,
              serviceAccount: row.serviceAccount,
              confirmed: row.confirmed,
            },
      ),
    })
    expect(await plumber.person.call(runTrial)).toMatchObject({
      problems: [],
      lines: [{ vat: 'lav sats, 12 %' }],
    })
  })

  test('does not itself write a transfer', async () => {
    const rows = await plumber.person.call(listTransfers, { query: { limit: 500 } })
    expect(rows.every((row) => row.status === 'pending')).toBe(true)
  })

  test('is refused with an explanation while a system is not connected or no company is chosen', async () => {
    const person = await signUp(plumber.world)
    expect(await person.tryCall(runTrial)).toMatchObject({
      status: 409,
      body: { code: 'authorize_servicem8' },
    })
    const other = createTenant(plumber.vendors, 'Uten selskap AS')
    await consent(person, 'servicem8', other.account.uuid)
    await consent(person, 'fiken', other.user.email)
    completeJob(plumber.vendors, other.account, Object.keys(other.account.tables.job)[0] ?? '')
    expect(await person.tryCall(runTrial)).toMatchObject({
      status: 409,
      body: { code: 'no_company', action: 'choose_company' },
    })
  })

  test('tells a user who has completed nothing yet to complete a job first', async () => {
    plumber.account.tables.job = {}
    expect(await plumber.person.tryCall(runTrial)).toMatchObject({
      status: 404,
      body: { code: 'no_job' },
    })
  })
})
