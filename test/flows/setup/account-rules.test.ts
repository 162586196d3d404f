import { describe, expect, it } from 'vitest'
import { listActivity } from '#shared/contracts/activity-log'
import * as contract from '#shared/contracts/account-rules'
import { readPreview } from '#shared/contracts/transfers/preview'
import { complete, openJobs, readyCustomer, type Customer } from '#test/support/people/customer'
import { finishJob, rate, WORK } from '#test/support/people/finished-jobs'
import { startTimedWorld } from '#test/support/people/person'
import { transferOf } from '#test/support/world/world'

const world = await startTimedWorld()

const word = (value: string, account: string): contract.AccountRule => ({
  kind: 'word',
  value,
  label: '',
  account,
})
const read = ({ visitor }: Customer) => visitor.call(contract.readAccountRules)
const save = ({ visitor }: Customer, rules: contract.AccountRule[], known?: typeof rules) =>
  visitor.tryCall(contract.saveAccountRules, { body: { rules, ...(known && { known }) } })
const accountsOf = ({ tenant }: Customer, job: string) =>
  tenant.company.drafts
    .find((draft) => draft.ourReference === job)
    ?.lines.map((line) => line.incomeAccount)
const PUMP = { name: 'Varmepumpe Mitsubishi', displayed_amount: '20000.0000' }

describe('account rules', () => {
  it('give the lines of the next draft their accounts, and leave VAT and drafts that are made alone', async () => {
    const customer = await readyCustomer(world)
    const lines = [WORK, PUMP, { name: 'Pumpe til lav sats', displayed_amount: '10.0000' }]
    lines[2] = { ...lines[2]!, tax_rate_uuid: rate(customer, 15) } as (typeof lines)[number]
    const before = finishJob(world, customer, {}, lines)
    const old = await transferOf(customer.visitor, before.uuid, 'completed')
    const [work, pump, low] = accountsOf(customer, before.name) ?? []

    expect((await save(customer, [word('PUMPE', '3010')])).status).toBe(200)
    const next = finishJob(world, customer, {}, lines)
    const transfer = await transferOf(customer.visitor, next.uuid, 'completed')
    // Account 3010 accepts only the high rate, so the line with the low rate keeps its own.
    expect(accountsOf(customer, next.name)).toEqual([work, '3010', low])
    expect(transfer.amount).toBe(old.amount)
    expect(accountsOf(customer, before.name)).toEqual([work, pump, low])

    const { visitor } = customer
    expect(
      (await visitor.call(listActivity)).find(({ action }) => action === 'account_rules_saved'),
    ).toMatchObject({ type: 'configuration', success: true, description: 'Kontoregler lagret: 1' })
  })

  it('about an item and a category are chosen from ServiceM8, and decide by its uuid', async () => {
    const customer = await readyCustomer(world)
    const { visitor, tenant } = customer
    const categories = await visitor.call(contract.readJobCategories)
    expect(categories.map(({ label }) => label)).toEqual(['Baderom', 'Service'])
    const [bathroom] = categories
    const material = Object.values(tenant.account.tables.material).find((one) => one.active === 1)!
    const items = await visitor.call(contract.findRuleItems, { query: { query: material.name } })
    const item = items.find(({ value }) => value === material.uuid)
    expect(item?.label).toContain(material.name)
    expect(
      await visitor.call(contract.findRuleItems, { query: { query: 'finnes ikke %_' } }),
    ).toEqual([])

    const rules: contract.AccountRule[] = [
      { kind: 'item', ...item!, account: '3010' },
      { kind: 'category', ...bathroom!, account: '3000' },
    ]
    expect((await save(customer, rules)).status).toBe(200)
    expect((await read(customer)).rules).toEqual(rules.map((rule) => ({ ...rule, problem: null })))
    const job = finishJob(world, customer, { category_uuid: bathroom!.value }, [
      WORK,
      { name: 'Noe annet', displayed_amount: '100.0000', material_uuid: material.uuid },
    ])
    await transferOf(visitor, job.uuid, 'completed')
    expect(accountsOf(customer, job.name)).toEqual(['3000', '3010'])
  })

  it('are tried on the newest lines without changing anything', async () => {
    const customer = await readyCustomer(world)
    const { visitor } = customer
    const trial = (rules: contract.AccountRule[]) =>
      visitor.tryCall(contract.tryAccountRules, { body: { rules } })
    expect(await trial([word('pumpe', '3010')])).toMatchObject({
      status: 200,
      body: { lines: 0, changed: 0, rows: [] },
    })
    const job = finishJob(world, customer, {}, [WORK, PUMP])
    const { id } = await transferOf(visitor, job.uuid, 'completed')
    const { body } = await trial([word('pumpe', '3010')])
    expect(body).toMatchObject({
      lines: 2,
      changed: 1,
      rows: [{ transferId: id, jobNumber: job.name.slice(6), text: PUMP.name, to: '3010' }],
    })
    expect((await read(customer)).rules).toEqual([])
    // The trial compares with the saved rules, not only with the VAT table's accounts.
    await save(customer, [word('pumpe', '3010')])
    expect(await trial([word('pumpe', '3010')])).toMatchObject({ body: { lines: 2, changed: 0 } })
    expect(await trial([])).toMatchObject({ body: { lines: 2, changed: 1 } })
    expect(await trial([word('!', '3010')])).toMatchObject({
      status: 400,
      body: { code: 'account_rule_refused' },
    })
  })

  it('are shown in the preview of a job that waits, and stop it where their account has left the chart', async () => {
    const customer = await readyCustomer(world)
    const { visitor, tenant } = customer
    expect((await save(customer, [word('arbeid', '3010')])).status).toBe(200)
    const stored = tenant.company.accounts
    const at = stored.findIndex(({ code }) => code === '3010')
    const [gone] = stored.splice(at, 1)
    // The chart of accounts is reread when it is a day old.
    world.advance(25 * 3_600_000)
    const job = finishJob(world, customer)
    const failed = await transferOf(visitor, job.uuid, 'failed')
    expect(failed.errorMessage).toContain('kontoregelen om «arbeid» i teksten')
    const [shown] = (await read(customer)).rules
    expect(shown?.problem).toBe('Konto 3010 finnes ikke i kontoplanen i Fiken.')
    stored.splice(at, 0, gone!)
    expect((await save(customer, [])).status).toBe(200)
    const preview = await visitor.call(readPreview, { params: { id: failed.id } })
    expect(preview).toMatchObject({ problems: [] })
  })
})

describe('saving account rules', () => {
  it('refuses what cannot be, naming the rule, and keeps what was there', async () => {
    const customer = await readyCustomer(world)
    await save(customer, [word('pumpe', '3010')])
    for (const [rules, message] of [
      [[word('a', '3010'), word('  ', '3010')], 'Regel 2: Skriv teksten'],
      [[word('a', '3999')], 'Regel 1: Konto 3999 finnes ikke'],
      [[word('a', '30')], 'En konto har fire siffer'],
      [[word('x'.repeat(101), '3010')], 'høyst 100 tegn'],
      [[word('a\u0000', '3010')], ''],
      [
        Array.from({ length: contract.MOST_RULES + 1 }, (_, n) => word(`ord${n}`, '3010')),
        'Høyst 50 regler',
      ],
    ] as const) {
      const { status, body } = await save(customer, [...rules])
      expect(status).toBe(400)
      expect('message' in body && body.message).toContain(message)
    }
    expect((await read(customer)).rules).toMatchObject([word('pumpe', '3010')])
  })

  it('does not overwrite what another window has saved, until it has been said', async () => {
    const customer = await readyCustomer(world)
    const first = [word('pumpe', '3010')]
    expect((await save(customer, first, [])).status).toBe(200)
    expect(await save(customer, [word('bad', '3010')], [])).toMatchObject({
      status: 409,
      body: { code: 'changed_elsewhere' },
    })
    expect((await save(customer, [word('bad', '3010')], first)).status).toBe(200)
    const both = [word('a', '3010'), word('b', '3010')]
    const now = [word('bad', '3010')]
    const answers = await Promise.all([
      save(customer, both, now),
      save(customer, both.toReversed(), now),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('says that categories need a new consent, and that ServiceM8 does not answer', async () => {
    const customer = await readyCustomer(world)
    const { visitor, tenant } = customer
    for (const grant of Object.values(world.vendors.state.servicem8.oauth.grants))
      if (grant.subject === tenant.account.uuid)
        grant.scope = grant.scope.replace('read_job_categories', '').trim()
    expect(await visitor.tryCall(contract.readJobCategories)).toMatchObject({
      status: 409,
      body: { code: 'missing_scope' },
    })
    world.vendors.faults.add({ kind: 'status', status: 500, vendor: 'servicem8' })
    const { status, body } = await visitor.tryCall(contract.readJobCategories)
    expect(status).toBeGreaterThanOrEqual(500)
    expect('message' in body && body.message).toContain('Kunne ikke hente kategoriene')
    // Reading the categories for a rule does not affect jobs.
    world.vendors.faults.clear()
    const [job] = openJobs(customer)
    complete(world, customer, job!)
    await transferOf(visitor, job!, 'completed')
  })
})
