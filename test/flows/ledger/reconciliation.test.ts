import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { deleteDraft } from '#sandbox/fiken/drafts'
import { bookDraft } from '#sandbox/fiken/invoicing'
import { putJob } from '#sandbox/seed/put'
import { jobTotal } from '#sandbox/servicem8/totals'
import { localStamp, ZERO_STAMP } from '#sandbox/world/local-time'
import { readSession } from '#shared/contracts/auth'
import * as contract from '#shared/contracts/reconciliation'
import { sendAgain, updateDraft, retryTransfer } from '#shared/contracts/transfers/actions'
import { listTransfers } from '#shared/contracts/transfers/list'
import { readTransfer } from '#shared/contracts/transfers/row'
import { addMonths, today } from '#shared/dates'
import { discrepancyOf } from '#shared/discrepancies'
import { MISCHIEF, seedBusyMonth } from '../../support/people/reconciled/busy-month.ts'
import { complete, openJobs, readyCustomer, type Customer } from '../../support/people/customer.ts'
import { check, longTimeCustomer } from '../../support/people/long-time-customer.ts'
import { startWorld, transferOf } from '../../support/world/world.ts'

const JOBS = 5_000
const EACH = 3

const world = await startWorld()

const thisMonth = () => today(new Date(world.vendors.now())).slice(0, 7)

test('before a month is checked nothing is said about it, and without a company it cannot be checked', async () => {
  const customer = await readyCustomer(world)
  const month = thisMonth()
  const read = () => customer.visitor.call(contract.readReconciliation, { query: { month } })
  expect(await read()).toMatchObject({
    state: 'never',
    checkedAt: null,
    summary: null,
    rows: [],
    obstacle: null,
  })
  const { db } = world.product.platform
  const { id } = await customer.visitor.call(readSession)
  await db.execute(
    sql`update configurations set requires_company_selection = true where user_id = ${id}`,
  )
  expect((await read()).obstacle).toMatchObject({
    title: 'Selskap i Fiken er ikke valgt',
    href: '/configuration#fiken',
  })
  const refused = await customer.visitor.tryCall(contract.startReconciliation, { body: { month } })
  expect(refused).toMatchObject({ status: 409, body: { code: 'no_company' } })
  await db.execute(
    sql`update configurations set requires_company_selection = false where user_id = ${id}`,
  )
  await db.execute(
    sql`update connections set status = 'reauth_required' where user_id = ${id} and vendor = 'fiken'`,
  )
  expect((await read()).obstacle).toMatchObject({
    title: 'Tilgangen til Fiken er utløpt',
    href: '/configuration#fiken',
  })
})

test(`over ${JOBS} jobs each kind of discrepancy is found, and no false one, with list calls only`, async () => {
  const customer = await longTimeCustomer(world, { jobFetchType: 'awaiting_payment' })
  const month = addMonths(thisMonth(), -1)
  const { tenant, userId } = customer
  const { expected } = await seedBusyMonth(world, {
    tenant,
    companyId: userId,
    month,
    count: JOBS,
    each: EACH,
  })
  expect(Object.keys(MISCHIEF).length).toBeGreaterThanOrEqual(12)

  const { ledger } = world.vendors
  const before = ledger.total
  const overlaps = ledger.overlaps
  const answer = await check(customer, month, true)
  expect(answer).toMatchObject({ state: 'done', failure: null })

  const wrong = answer.rows.filter((row) => row.kind !== (expected.get(row.jobUuid) ?? 'in_fiken'))
  expect(
    wrong.map(
      ({ jobNumber, kind, jobUuid }) => `${jobNumber}: ${kind}, not ${expected.get(jobUuid)}`,
    ),
  ).toEqual([])
  expect(answer.rows).toHaveLength(JOBS)
  for (const kind of Object.keys(MISCHIEF))
    expect(answer.rows.filter((row) => row.kind === kind).length).toBeGreaterThanOrEqual(EACH)

  const calls = ledger.entries.filter(
    (entry) => entry.seq > before && [tenant.account.uuid, tenant.user.email].includes(entry.who),
  )
  const ofOneJob = /\/\d+$|[0-9a-f-]{36}(\.json)?$/
  expect(
    calls.filter(
      (call) => call.method !== 'GET' || ofOneJob.test(call.path) || /uuid/i.test(call.query),
    ),
  ).toEqual([])
  const pages = (rows: number) => Math.ceil(rows / 100)
  const { drafts, invoices } = tenant.company
  const { pageSize } = world.vendors.settings.servicem8
  const mine = calls.filter((call) =>
    /\/(job|jobpayment)\.json$|\/drafts$|\/invoices$/.test(call.path),
  )
  // The lists are read twice, because a draft is declared gone only after a second reading.
  const reading = pages(drafts.length) + pages(invoices.length)
  expect(mine.length).toBeLessThanOrEqual(2 * reading + 4 * Math.ceil(JOBS / pageSize) + 8)
  expect(ledger.overlaps).toBe(overlaps)

  const { summary } = answer
  const inState = (...states: string[]) =>
    answer.rows.filter((row) => states.includes(discrepancyOf(row.kind).state))
  const missing = inState('missing')
  expect(summary?.missing).toEqual({
    count: missing.length,
    ore: missing.reduce((sum, row) => sum + (row.total ?? 0), 0),
  })
  expect(summary?.leftOut.count).toBe(inState('left_out').length)
  const isReopened = ({ kind }: contract.ShownRow) =>
    kind === 'reopened' || kind === 'reopened_invoiced'
  expect(summary?.inFiken.count).toBe(
    inState('ok', 'look').filter((row) => !isReopened(row)).length,
  )
  expect(summary?.toLookAt).toBe(inState('missing', 'look').length)
  // The screen receives only the rows that need attention.
  const shown = await customer.visitor.call(contract.readReconciliation, { query: { month } })
  expect(shown.rows).toHaveLength(expected.size)
})

describe('fixing', () => {
  let customer: Customer & { userId: string }
  const transferIdOf = async (jobUuid: string) =>
    (await customer.visitor.call(listTransfers)).find((row) => row.servicem8JobId === jobUuid)
      ?.id ?? ''
  const rowOfJob = (answer: contract.ReconciliationAnswer, jobUuid: string) =>
    answer.rows.find((row) => row.jobUuid === jobUuid)
  const draftsNow = (job: string) =>
    customer.tenant.company.drafts.filter((draft) => draft.ourReference === job)

  beforeAll(async () => {
    customer = await longTimeCustomer(world)
  })

  /** Reads the month from the job, because the month might have changed since the completion. */
  const monthOfJob = (jobUuid: string) =>
    customer.tenant.account.tables.job[jobUuid]!.completion_date.slice(0, 7)

  async function transferred(place: number) {
    const jobUuid = openJobs(customer)[place] ?? ''
    const job = complete(world, customer, jobUuid)
    await transferOf(customer.visitor, jobUuid, 'completed')
    return { jobUuid, job, id: await transferIdOf(jobUuid), month: monthOfJob(jobUuid) }
  }

  function addHour(jobUuid: string): void {
    const { account } = customer.tenant
    const line = Object.values(account.tables.jobmaterial).find((row) => row.job_uuid === jobUuid)!
    line.quantity = (Number(line.quantity) + 1).toFixed(4)
    Object.assign(account.tables.job[jobUuid]!, {
      total_invoice_amount: jobTotal(account, jobUuid, world.vendors.settings),
      edit_date: localStamp(world.vendors.now()),
    })
  }

  const update = (id: string) => customer.visitor.tryCall(updateDraft, { params: { id } })

  test('a job that was changed after its transfer gets its own draft updated, and no second one', async () => {
    const { jobUuid, job, id, month } = await transferred(0)
    const [made] = draftsNow(job).map((draft) => ({ ...draft }))
    expect(await check(customer, month)).toMatchObject({
      state: 'done',
      rows: [],
      summary: { missing: { count: 0 } },
    })

    addHour(jobUuid)
    const row = rowOfJob(await check(customer, month), jobUuid)
    expect(row).toMatchObject({
      kind: 'job_changed',
      transferId: id,
      documents: [{ gross: made?.gross }],
    })
    expect(row?.total).not.toBe(made?.gross)
    expect(await update(id)).toMatchObject({
      status: 200,
      body: { message: expect.stringMatching(/^Utkastet er oppdatert til .+\skr\.$/) },
    })
    const after = draftsNow(job)
    expect(after).toHaveLength(1)
    expect(after[0]).toMatchObject({ draftId: made?.draftId, uuid: made?.uuid, gross: row?.total })
    expect(await check(customer, month)).toMatchObject({ rows: [] })
    expect(await customer.visitor.call(readTransfer, { params: { id } })).toMatchObject({
      status: 'completed',
      amount: row?.total,
    })

    // When the response is lost, the next press recognises the updated draft as ours.
    addHour(jobUuid)
    const { faults } = world.vendors
    const lost = faults.add({
      vendor: 'fiken',
      who: customer.tenant.user.email,
      kind: 'lost',
      method: 'PUT',
    })
    expect((await update(id)).status).toBe(503)
    faults.remove(lost.id)
    expect(draftsNow(job)[0]?.gross).toBeGreaterThan(row?.total ?? 0)
    expect((await update(id)).status).toBe(200)
    expect(draftsNow(job)).toHaveLength(1)
    expect(await check(customer, month)).toMatchObject({ rows: [] })
  })

  test('a draft that a person has changed, or invoiced, is not overwritten, and the message says why', async () => {
    const { jobUuid, job, id, month } = await transferred(0)
    addHour(jobUuid)
    const [draft] = draftsNow(job)
    const invoiceText = draft?.invoiceText ?? ''
    draft!.invoiceText = 'Ring før du kommer'
    const refused = await update(id)
    expect(refused).toMatchObject({ status: 409, body: { code: 'draft_changed' } })
    expect(refused.body.message).toContain('fakturateksten')
    expect(draftsNow(job)[0]?.invoiceText).toBe('Ring før du kommer')

    const { company } = customer.tenant
    Object.assign(draft!, { invoiceText, bankAccountNumber: company.verifiedBankAccounts[0] })
    bookDraft(world.vendors, company, draft!)
    expect(await update(id)).toMatchObject({ status: 409, body: { code: 'already_invoiced' } })
    expect(rowOfJob(await check(customer, month), jobUuid)?.kind).toBe('job_changed_invoiced')
  })

  test('a job whose total cannot be trusted leaves the draft as it is', async () => {
    const { jobUuid, job, id, month } = await transferred(0)
    const gross = draftsNow(job)[0]?.gross
    customer.tenant.account.tables.job[jobUuid]!.total_invoice_amount = '1.0000'
    expect(rowOfJob(await check(customer, month), jobUuid)?.kind).toBe('job_changed')
    expect(await update(id)).toMatchObject({ status: 409, body: { code: 'amount_mismatch' } })
    expect(draftsNow(job).map((draft) => draft.gross)).toEqual([gross])
  })

  test('a draft that was deleted in Fiken is sent again, once, and only when it is really gone', async () => {
    const { jobUuid, job, id, month } = await transferred(0)
    const again = () =>
      customer.visitor.tryCall(sendAgain, { params: { id }, query: { confirm: 'deleted' } })
    expect(await again()).toMatchObject({ status: 409, body: { code: 'still_there' } })
    deleteDraft(world.vendors, customer.tenant.company, draftsNow(job)[0]!)
    const found = rowOfJob(await check(customer, month), jobUuid)
    expect(found).toMatchObject({ kind: 'draft_deleted', now: null })
    const answers = await Promise.all([again(), again()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    await transferOf(customer.visitor, jobUuid, 'completed')
    expect(draftsNow(job)).toHaveLength(1)
    // The row from the earlier check shows the transfer's current status.
    const stale = await customer.visitor.call(contract.readReconciliation, { query: { month } })
    expect(rowOfJob(stale, jobUuid)?.now).toMatchObject({ status: 'completed' })
    expect(rowOfJob(await check(customer, month), jobUuid)).toBeUndefined()
  })

  test('a job that was never reported to us is found, fetched and transferred', async () => {
    const { tenant, visitor } = customer
    const jobUuid = putJob(world.vendors, tenant.account, {
      key: 'mistet varsel',
      client: Object.values(tenant.account.tables.company)[0]!.name,
      state: 'completed',
      daysAgo: 0.02,
      description: 'Lekkasje på bad',
      lines: [{ name: 'Rørlegger, time', quantity: '2', price: '895', material: 'TIME-RL' }],
    })
    const month = monthOfJob(jobUuid)
    const answer = await check(customer, month)
    expect(rowOfJob(answer, jobUuid)).toMatchObject({
      kind: 'missed',
      transferId: null,
      total: 223_750,
    })
    expect(answer.summary?.missing).toEqual({ count: 1, ore: 223_750 })
    await visitor.call(contract.fetchMissedJob, { body: { jobUuid } })
    await transferOf(visitor, jobUuid, 'completed')
    expect(rowOfJob(await check(customer, month), jobUuid)).toBeUndefined()
    expect(
      await visitor.tryCall(contract.fetchMissedJob, { body: { jobUuid: crypto.randomUUID() } }),
    ).toMatchObject({ status: 404 })
  })

  test('a job that cannot be fetched is answered with the reason', async () => {
    const { tenant, visitor } = customer
    const reasonOf = async (jobUuid: string) => {
      const answer = await visitor.tryCall(contract.fetchMissedJob, { body: { jobUuid } })
      expect(answer.status).toBe(409)
      return answer.body
    }
    const open = putJob(world.vendors, tenant.account, {
      key: 'ikke ferdig',
      client: Object.values(tenant.account.tables.company)[0]!.name,
      state: 'work order',
      daysAgo: 0.02,
      description: 'Ikke ferdig',
      lines: [{ name: 'Rørlegger, time', quantity: '1', price: '895', material: 'TIME-RL' }],
    })
    expect(await reasonOf(open)).toMatchObject({
      message: 'Jobben er ikke fullført i ServiceM8. Sjekk måneden på nytt.',
    })
    const [row] = await visitor.call(listTransfers, { query: { status: 'completed', limit: 1 } })
    const { db } = world.product.platform
    const setDeleted = (deleted: boolean) =>
      db.execute(sql`update transfers set skip_transfer = ${deleted} where id = ${row!.id}`)
    await setDeleted(true)
    expect(await reasonOf(row!.servicem8JobId)).toMatchObject({
      message: 'Overføringen er slettet, og kan gjenopprettes. Sjekk måneden på nytt.',
    })
    await setDeleted(false)
  })

  test('a draft that its transfer does not know is adopted, not made twice', async () => {
    const { jobUuid, job, id, month } = await transferred(0)
    await world.product.platform.db.execute(
      sql`update transfers set status = 'pending', pending_reason = 'fetched', document_id = null where id = ${id}`,
    )
    expect(rowOfJob(await check(customer, month), jobUuid)?.kind).toBe('unlinked')
    await customer.visitor.call(retryTransfer, { params: { id } })
    await transferOf(customer.visitor, jobUuid, 'completed')
    expect(draftsNow(job)).toHaveLength(1)
  })

  test('a job that was reopened while its draft stays is reported; when Fiken is down nothing is claimed', async () => {
    const { jobUuid, month } = await transferred(0)
    const reopened = {
      status: 'Work Order',
      completion_date: ZERO_STAMP,
      edit_date: localStamp(world.vendors.now()),
    }
    Object.assign(customer.tenant.account.tables.job[jobUuid]!, reopened)
    const before = await check(customer, month)
    expect(rowOfJob(before, jobUuid)).toMatchObject({ kind: 'reopened', total: null })
    expect(before.summary?.extra.count).toBeGreaterThan(0)

    const { faults } = world.vendors
    const down = faults.add({
      vendor: 'fiken',
      who: customer.tenant.user.email,
      kind: 'status',
      status: 503,
    })
    const failed = await check(customer, month)
    expect(failed).toMatchObject({
      state: 'failed',
      failure: { title: 'Fiken svarer ikke', label: 'Sjekk på nytt' },
    })
    expect(failed.checkedAt).toBe(before.checkedAt)
    faults.remove(down.id)
  })

  test('nobody else can see it', async () => {
    const stranger = await readyCustomer(world)
    const id = (await customer.visitor.call(listTransfers))[0]?.id ?? ''
    expect((await stranger.visitor.tryCall(updateDraft, { params: { id } })).status).toBe(404)
    expect((await stranger.visitor.tryCall(sendAgain, { params: { id }, query: {} })).status).toBe(
      404,
    )
    expect(
      (await stranger.visitor.call(contract.readReconciliation, { query: { month: thisMonth() } }))
        .state,
    ).toBe('never')
  })
})
