import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { activityLogs } from '#server/features/activity-log/tables'
import { readVatMappings, saveVatMappings } from '#shared/contracts/vat'
import * as contract from '#shared/contracts/configuration'
import { listFikenBankAccounts, listFikenCompanies } from '#shared/contracts/connections'
import { startTimedWorld, type Person } from '#test/support/people/person'
import { secondCompany } from '#test/support/people/second-company'
import { until } from '#test/support/wait'

const world = await startTimedWorld()

const save = ({ visitor }: Person, body: contract.ConfigurationSave) =>
  visitor.tryCall(contract.saveConfiguration, { body })
const read = ({ visitor }: Person) => visitor.call(contract.readConfiguration)

async function withCompany(): Promise<Person> {
  const person = await world.connected()
  expect((await save(person, { fikenCompanySlug: person.tenant.company.slug })).status).toBe(200)
  return person
}

describe('choosing the company', () => {
  it('is required after connecting Fiken, ends the pause, and shows the company by name', async () => {
    const person = await world.connected()
    expect(await read(person)).toMatchObject({
      requiresCompanySelection: true,
      fikenCompanySlug: null,
      isActive: false,
    })
    expect((await save(person, { fikenCompanySlug: person.tenant.company.slug })).status).toBe(200)
    expect(await read(person)).toMatchObject({
      requiresCompanySelection: false,
      fikenCompanyName: person.tenant.user.name,
    })
  })

  it('accepts only a company that the grant covers and whose API module is on', async () => {
    const person = await world.connected()
    expect(await save(person, { fikenCompanySlug: 'fjordvik-ror-as' })).toMatchObject({
      status: 400,
      body: { code: 'company_out_of_reach' },
    })
    const closed = secondCompany(world, person.tenant, { hasApiAccess: false })
    expect(await save(person, { fikenCompanySlug: closed })).toMatchObject({
      status: 409,
      body: { code: 'api_module_off' },
    })
    expect(await read(person)).toMatchObject({
      fikenCompanySlug: null,
      requiresCompanySelection: true,
    })
  })

  it('saves nothing while Fiken is unavailable, and says so', async () => {
    const person = await world.connected()
    world.vendors.faults.add({ kind: 'status', status: 503, vendor: 'fiken' })
    const answer = await save(person, {
      fikenCompanySlug: person.tenant.company.slug,
      customerMatchThreshold: 70,
    })
    expect(answer.status).toBe(503)
    expect('message' in answer.body && answer.body.message).toContain(
      'Kunne ikke laste selskaper fra Fiken.',
    )
    expect((await person.visitor.tryCall(listFikenCompanies)).status).toBe(503)
    world.vendors.faults.clear()
    expect(await read(person)).toMatchObject({ fikenCompanySlug: null, customerMatchThreshold: 90 })
  })

  it('forgets the bank account of the former company, and refuses one of another company', async () => {
    const person = await withCompany()
    const { bankAccounts } = await person.visitor.call(listFikenBankAccounts)
    const code = bankAccounts[0]?.code ?? ''
    expect((await save(person, { fikenBankAccountCode: code })).status).toBe(200)
    expect(await save(person, { fikenBankAccountCode: '1920:99999' })).toMatchObject({
      status: 400,
      body: { code: 'unknown_bank_account' },
    })
    const second = secondCompany(world, person.tenant)
    expect((await save(person, { ...(await read(person)), fikenCompanySlug: second })).status).toBe(
      200,
    )
    expect(await read(person)).toMatchObject({ fikenCompanySlug: second, fikenBankAccountCode: '' })
  })

  it('is required again after reconnecting: saving unchanged settings does not count as choosing, confirming does', async () => {
    const person = await withCompany()
    await world.connect(person, 'fiken')
    expect((await save(person, await read(person))).status).toBe(200)
    expect(await read(person)).toMatchObject({
      requiresCompanySelection: true,
      fikenCompanySlug: person.tenant.company.slug,
    })
    expect(await person.visitor.call(contract.clearCompanySelection)).toEqual({ success: true })
    expect((await read(person)).requiresCompanySelection).toBe(false)
  })
})

describe('switching on', () => {
  it('is refused until everything is there, and names everything missing in one answer', async () => {
    const nobody = await world.newPerson()
    const refused = await save(nobody, { isActive: true })
    expect(refused).toMatchObject({ status: 409, body: { code: 'not_ready' } })
    for (const part of [
      'ServiceM8 er ikke tilkoblet',
      'Fiken er ikke tilkoblet',
      'selskap i Fiken er ikke valgt',
    ]) {
      expect('message' in refused.body && refused.body.message).toContain(part)
    }
    const person = await world.connected()
    expect(
      (await save(person, { isActive: true, fikenCompanySlug: person.tenant.company.slug })).status,
    ).toBe(200)
    expect((await read(person)).isActive).toBe(true)
  })

  it('records the start date the first time only, with an entry in the log', async () => {
    const person = await withCompany()
    await save(person, { isActive: true })
    const { activatedAt } = await read(person)
    expect(activatedAt).not.toBeNull()
    world.advance(60_000)
    await save(person, { isActive: false })
    await save(person, { isActive: true })
    expect((await read(person)).activatedAt).toBe(activatedAt)
    const logged = await world.product.platform.db
      .select()
      .from(activityLogs)
      .where(and(eq(activityLogs.companyId, person.id), eq(activityLogs.type, 'configuration')))
    expect(logged.map(({ description }) => description)).toContain(
      'Innstillinger lagret: integrasjonen av/på, startdato',
    )
  })

  it('stays on when unchanged settings are saved, but not without a company', async () => {
    const person = await withCompany()
    await save(person, { isActive: true })
    expect(
      (await save(person, { ...(await read(person)), jobFetchType: 'completed' })).status,
    ).toBe(200)
    expect(await save(person, { fikenCompanySlug: null })).toMatchObject({
      status: 409,
      body: { code: 'not_ready' },
    })
    expect(await read(person)).toMatchObject({ isActive: true, jobFetchType: 'completed' })
  })
})

describe('the settings', () => {
  it('keep what two screens save at the same moment', async () => {
    const person = await world.newPerson()
    await Promise.all([
      save(person, { invoiceCreationMode: 'invoice' }),
      save(person, { customerMatchThreshold: 80 }),
      save(person, { autoCreateProducts: false }),
    ])
    expect(await read(person)).toMatchObject({
      invoiceCreationMode: 'invoice',
      customerMatchThreshold: 80,
      autoCreateProducts: false,
    })
  })

  it('keep what another window has saved, and say so where both have changed the same', async () => {
    const person = await world.newPerson()
    const known = await read(person)
    const fromHere = (change: contract.ConfigurationChange, base = known) =>
      save(person, { ...known, ...change, known: base })
    await save(person, { invoiceCreationMode: 'invoice', customerMatchThreshold: 80 })
    // The screen in this window still has "draft" and 90, and sends them along.
    expect((await fromHere({ autoCreateProducts: false })).status).toBe(200)
    expect(await read(person)).toMatchObject({
      invoiceCreationMode: 'invoice',
      customerMatchThreshold: 80,
      autoCreateProducts: false,
    })
    const both = await fromHere({ customerMatchThreshold: 85, jobFetchType: 'completed' })
    expect(both).toMatchObject({
      status: 409,
      body: {
        code: 'changed_elsewhere',
        keys: ['customerMatchThreshold'],
        message: expect.stringContaining('grense for kundetreff') as string,
      },
    })
    expect(await read(person)).toMatchObject({
      customerMatchThreshold: 80,
      jobFetchType: 'awaiting_payment',
    })
    expect((await fromHere({ customerMatchThreshold: 80 })).status).toBe(200)
    const seen = await fromHere({ customerMatchThreshold: 85 }, await read(person))
    expect(seen).toMatchObject({ status: 200, body: { customerMatchThreshold: 85 } })
  })

  it('are saved by one of two windows that change the same at the same moment', async () => {
    const person = await world.newPerson()
    const known = await read(person)
    const answers = await Promise.all(
      [70, 80].map((customerMatchThreshold) =>
        save(person, { ...known, customerMatchThreshold, known }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('refuse a bad value with its sentence and change nothing', async () => {
    const person = await world.newPerson()
    expect(
      await save(person, { customerMatchThreshold: 20, autoCreateProducts: false }),
    ).toMatchObject({ status: 400, body: { message: 'Grensen må være minst 50' } })
    expect((await read(person)).autoCreateProducts).toBe(true)
  })

  it('are visible to nobody else', async () => {
    const person = await withCompany()
    const other = await world.newPerson()
    expect((await read(other)).fikenCompanySlug).toBeNull()
    expect(JSON.stringify(await read(other))).not.toContain(person.tenant.company.slug)
  })
})

describe('the VAT table', () => {
  it('starts from the defaults, is saved row by row, and refuses what Fiken would refuse', async () => {
    const person = await withCompany()
    const rows = await until('the tax rates to be read', async () => {
      const all = await person.visitor.call(readVatMappings)
      return all.length > 1 && all
    })
    const high = rows.find((row) => Number(row.percent) === 25)
    const zero = rows.find((row) => row.taxRateUuid !== 'none' && Number(row.percent) === 0)
    expect(high).toMatchObject({
      vatType: 'HIGH',
      goodsAccount: '3000',
      serviceAccount: '3020',
      problems: [],
    })
    if (!high || !zero) throw new Error('the seeded account has no 25 % or no 0 %')

    const wrong = await person.visitor.tryCall(saveVatMappings, {
      body: [
        { ...zero, confirmed: true },
        { ...high, goodsAccount: '3100' },
      ],
    })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'vat_mapping_refused' } })
    expect('message' in wrong.body && wrong.body.message).toContain(`«${high.name}»`)
    const unchanged = await person.visitor.call(readVatMappings)
    expect(unchanged.find((row) => row.taxRateUuid === zero.taxRateUuid)?.confirmed).toBe(false)

    const saved = await person.visitor.call(saveVatMappings, {
      body: [{ ...zero, confirmed: true }, high],
    })
    expect(saved.find((row) => row.taxRateUuid === zero.taxRateUuid)).toMatchObject({
      confirmed: true,
      vatType: 'EXEMPT',
      problems: [],
    })
  })

  it('keeps a rate that another window has saved, unless the person has seen it', async () => {
    const person = await withCompany()
    const zero = await until('the tax rates to be read', async () =>
      (await person.visitor.call(readVatMappings)).find(
        (row) => row.taxRateUuid !== 'none' && Number(row.percent) === 0,
      ),
    )
    const send = (change: Partial<typeof zero>, known = zero) =>
      person.visitor.tryCall(saveVatMappings, { body: [{ ...zero, ...change, known }] })
    expect((await send({ goodsAccount: '3110', serviceAccount: '3110' })).status).toBe(200)
    expect(await send({ confirmed: true })).toMatchObject({
      status: 409,
      body: { code: 'changed_elsewhere', message: expect.stringContaining(zero.name) as string },
    })
    const now = (await person.visitor.call(readVatMappings)).find(
      ({ taxRateUuid }) => taxRateUuid === zero.taxRateUuid,
    )
    expect(now).toMatchObject({ goodsAccount: '3110', confirmed: false })
    expect((await send({ ...now, confirmed: true }, now)).status).toBe(200)
  })

  it('is not saved before a company is chosen', async () => {
    const person = await world.newPerson()
    const body = [
      {
        taxRateUuid: 'none',
        vatType: 'EXEMPT',
        goodsAccount: '3100',
        serviceAccount: '3100',
        confirmed: true,
      },
    ]
    expect(await person.visitor.tryCall(saveVatMappings, { body })).toMatchObject({
      status: 409,
      body: { code: 'no_company' },
    })
  })
})
