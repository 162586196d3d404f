import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteDraft } from '#sandbox/fiken/drafts'
import { bookDraft } from '#sandbox/fiken/invoicing'
import { putJob } from '#sandbox/seed/put'
import { jobTotal } from '#sandbox/servicem8/totals'
import { localStamp, ZERO_STAMP } from '#sandbox/world/local-time'
import { rowsOf } from '#server/platform/database/database'
import { readSession } from '#shared/contracts/auth'
import { saveConfiguration } from '#shared/contracts/configuration'
import * as contract from '#shared/contracts/reconciliation'
import { sendAnew, updateDraft } from '#shared/contracts/transfer-drafts'
import { listTransfers, readTransfer, retryTransfer } from '#shared/contracts/transfers'
import { addMonths, today } from '#shared/dates'
import { gapOf } from '#shared/reconciliation-gaps'
import { MISCHIEF, seedBusyMonth } from '../support/busy-month.ts'
import { complete, openJobs, readyCustomer, type Customer } from '../support/customer.ts'
import { until } from '../support/wait.ts'
import { startWorld, transferOf, type ReadyOptions, type TestWorld } from '../support/world.ts'

/** Avstemming: what is completed in ServiceM8 against what really is in Fiken. */

const JOBS = 5_000
const EACH = 3
let world: TestWorld

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const thisMonth = () => today(new Date()).slice(0, 7)

/** Jobs count from long ago, and have been looked for: what is put in now is found by nobody for a quarter of an hour. */
async function longTimeCustomer(options: ReadyOptions = {}): Promise<Customer & { userId: string }> {
  const customer = await readyCustomer(world, options)
  const { id: userId } = await customer.visitor.call(readSession)
  const activatedAt = new Date(Date.now() - 90 * 86_400_000).toISOString()
  await customer.visitor.call(saveConfiguration, { body: { isActive: true, activatedAt } })
  await until('the jobs to have been looked for', async () => {
    const rows = await rowsOf(
      world.product.platform.db,
      sql`select 1 from job_sweeps where user_id = ${userId} and cursor <> '' and next_at > now() + interval '1 minute'`,
    )
    return rows.length > 0
  })
  return { ...customer, userId }
}

async function check({ visitor }: Customer, month: string, all = false): Promise<contract.ReconciliationAnswer> {
  await visitor.call(contract.startReconciliation, { body: { month } })
  return until(
    'the check to have come to its end',
    async () => {
      const answer = await visitor.call(contract.readReconciliation, { query: { month, ...(all ? { all: '1' as const } : {}) } })
      return answer.state !== 'running' && answer
    },
    60_000,
  )
}

test('before a month is checked nothing is said about it, and without a company it cannot be', async () => {
  const customer = await readyCustomer(world)
  const read = () => customer.visitor.call(contract.readReconciliation, { query: { month: thisMonth() } })
  expect(await read()).toMatchObject({ state: 'never', checkedAt: null, summary: null, rows: [], obstacle: null })
  const { db } = world.product.platform
  const { id } = await customer.visitor.call(readSession)
  await db.execute(sql`update configurations set requires_company_selection = true where user_id = ${id}`)
  expect((await read()).obstacle).toMatchObject({ title: 'Velg selskap i Fiken', href: '/configuration#fiken' })
  const refused = await customer.visitor.tryCall(contract.startReconciliation, { body: { month: thisMonth() } })
  expect(refused).toMatchObject({ status: 409, body: { code: 'no_company' } })
  await db.execute(sql`update configurations set requires_company_selection = false where user_id = ${id}`)
  await db.execute(sql`update connections set status = 'reauth_required' where user_id = ${id} and vendor = 'fiken'`)
  expect((await read()).obstacle).toMatchObject({ title: 'Tilgangen til Fiken er utløpt', href: '/configuration#fiken' })
})

test(`over ${JOBS} jobs each kind of gap is found, and no false one, with list calls only`, async () => {
  const customer = await longTimeCustomer({ jobFetchType: 'awaiting_payment' })
  const month = addMonths(thisMonth(), -1)
  const { tenant, userId } = customer
  const { expected } = await seedBusyMonth(world, { tenant, userId, month, count: JOBS, each: EACH })
  expect(Object.keys(MISCHIEF).length).toBeGreaterThanOrEqual(12)

  const { ledger } = world.sandbox.world
  const before = ledger.total
  const overlaps = ledger.overlaps
  const answer = await check(customer, month, true)
  expect(answer).toMatchObject({ state: 'done', failure: null })

  const wrong = answer.rows.filter((row) => row.kind !== (expected.get(row.jobUuid) ?? 'in_fiken'))
  expect(wrong.map(({ jobNumber, kind, jobUuid }) => `${jobNumber}: ${kind}, not ${expected.get(jobUuid)}`)).toEqual([])
  expect(answer.rows).toHaveLength(JOBS)
  for (const kind of Object.keys(MISCHIEF))
    expect(answer.rows.filter((row) => row.kind === kind).length).toBeGreaterThanOrEqual(EACH)

  const calls = ledger.entries.filter(
    (entry) => entry.seq > before && [tenant.account.uuid, tenant.user.email].includes(entry.who),
  )
  const ofOneJob = /\/\d+$|[0-9a-f-]{36}(\.json)?$/
  expect(calls.filter((call) => call.method !== 'GET' || ofOneJob.test(call.path) || /uuid/i.test(call.query))).toEqual([])
  const pages = (rows: number) => Math.ceil(rows / 100)
  const { drafts, invoices } = tenant.company
  const { pageSize } = world.sandbox.world.settings.servicem8
  const mine = calls.filter((call) => /\/(job|jobpayment)\.json$|\/drafts$|\/invoices$/.test(call.path))
  // That a draft is gone is only said after a second reading.
  const reading = pages(drafts.length) + pages(invoices.length)
  expect(mine.length).toBeLessThanOrEqual(2 * reading + 4 * Math.ceil(JOBS / pageSize) + 8)
  expect(ledger.overlaps).toBe(overlaps)

  const { summary } = answer
  const inState = (...states: string[]) => answer.rows.filter((row) => states.includes(gapOf(row.kind).state))
  const missing = inState('missing')
  expect(summary?.missing).toEqual({ count: missing.length, ore: missing.reduce((sum, row) => sum + (row.total ?? 0), 0) })
  expect(summary?.leftOut.count).toBe(inState('left_out').length)
  const isReopened = ({ kind }: contract.ShownRow) => kind === 'reopened' || kind === 'reopened_invoiced'
  expect(summary?.inFiken.count).toBe(inState('ok', 'look').filter((row) => !isReopened(row)).length)
  expect(summary?.toLookAt).toBe(inState('missing', 'look').length)
  // What the screen is sent is what is to be seen, not the thousands that are as they should be.
  const shown = await customer.visitor.call(contract.readReconciliation, { query: { month } })
  expect(shown.rows).toHaveLength(expected.size)
}, 120_000)

describe('mending', { timeout: 60_000 }, () => {
  let customer: Customer & { userId: string }
  const transferIdOf = async (jobUuid: string) =>
    (await customer.visitor.call(listTransfers)).find((row) => row.servicem8JobId === jobUuid)?.id ?? ''
  const rowOfJob = (answer: contract.ReconciliationAnswer, jobUuid: string) => answer.rows.find((row) => row.jobUuid === jobUuid)
  const draftsNow = (job: string) => customer.tenant.company.drafts.filter((draft) => draft.ourReference === job)

  beforeAll(async () => {
    customer = await longTimeCustomer()
  })

  /** A job of this customer's, transferred. */
  async function transferred(place: number) {
    const jobUuid = openJobs(customer)[place] ?? ''
    const job = complete(world, customer, jobUuid)
    await transferOf(customer.visitor, jobUuid, 'completed')
    return { jobUuid, job, id: await transferIdOf(jobUuid) }
  }

  /** One more hour of work, and no ping of it. */
  function addHour(jobUuid: string): void {
    const { account } = customer.tenant
    const line = Object.values(account.tables.jobmaterial).find((row) => row.job_uuid === jobUuid)!
    line.quantity = (Number(line.quantity) + 1).toFixed(4)
    Object.assign(account.tables.job[jobUuid]!, {
      total_invoice_amount: jobTotal(account, jobUuid, world.sandbox.world.settings),
      edit_date: localStamp(Date.now()),
    })
  }

  const update = (id: string) => customer.visitor.tryCall(updateDraft, { params: { id } })

  test('a job that was changed after its transfer has its own draft brought up to date, and gets no second one', async () => {
    const { jobUuid, job, id } = await transferred(0)
    const [made] = draftsNow(job).map((draft) => ({ ...draft }))
    expect(await check(customer, thisMonth())).toMatchObject({ state: 'done', rows: [], summary: { missing: { count: 0 } } })

    addHour(jobUuid)
    const row = rowOfJob(await check(customer, thisMonth()), jobUuid)
    expect(row).toMatchObject({ kind: 'job_changed', transferId: id, documents: [{ gross: made?.gross }] })
    expect(row?.total).not.toBe(made?.gross)
    expect(await update(id)).toMatchObject({
      status: 200,
      body: { message: expect.stringMatching(/^Utkastet er oppdatert til .+\skr\.$/) },
    })
    const after = draftsNow(job)
    expect(after).toHaveLength(1)
    expect(after[0]).toMatchObject({ draftId: made?.draftId, uuid: made?.uuid, gross: row?.total })
    expect(await check(customer, thisMonth())).toMatchObject({ rows: [] })
    expect(await customer.visitor.call(readTransfer, { params: { id } })).toMatchObject({
      status: 'completed',
      amount: row?.total,
    })

    // An answer that is lost: the draft is written, nobody knows, and the next press knows it as ours.
    addHour(jobUuid)
    const { faults } = world.sandbox.world
    const lost = faults.add({ vendor: 'fiken', who: customer.tenant.user.email, kind: 'lost', method: 'PUT' })
    expect((await update(id)).status).toBe(503)
    faults.remove(lost.id)
    expect(draftsNow(job)[0]?.gross).toBeGreaterThan(row?.total ?? 0)
    expect((await update(id)).status).toBe(200)
    expect(draftsNow(job)).toHaveLength(1)
    expect(await check(customer, thisMonth())).toMatchObject({ rows: [] })
  })

  test('a draft that a person has changed, or invoiced, is not written over, and the refusal says why', async () => {
    const { jobUuid, job, id } = await transferred(0)
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
    bookDraft(world.sandbox.world, company, draft!, today(new Date()))
    expect(await update(id)).toMatchObject({ status: 409, body: { code: 'already_invoiced' } })
    expect(rowOfJob(await check(customer, thisMonth()), jobUuid)?.kind).toBe('job_changed_invoiced')
  })

  test('a job whose total cannot be trusted leaves the draft as it is', async () => {
    const { jobUuid, job, id } = await transferred(0)
    const gross = draftsNow(job)[0]?.gross
    customer.tenant.account.tables.job[jobUuid]!.total_invoice_amount = '1.0000'
    expect(rowOfJob(await check(customer, thisMonth()), jobUuid)?.kind).toBe('job_changed')
    expect(await update(id)).toMatchObject({ status: 409, body: { code: 'amount_mismatch' } })
    expect(draftsNow(job).map((draft) => draft.gross)).toEqual([gross])
  })

  test('a draft that was deleted in Fiken is sent anew, once, and only when it is really gone', async () => {
    const { jobUuid, job, id } = await transferred(0)
    const again = () => customer.visitor.tryCall(sendAnew, { params: { id }, query: { confirm: 'deleted' } })
    expect(await again()).toMatchObject({ status: 409, body: { code: 'still_there' } })
    deleteDraft(world.sandbox.world, customer.tenant.company, draftsNow(job)[0]!)
    const found = rowOfJob(await check(customer, thisMonth()), jobUuid)
    expect(found).toMatchObject({ kind: 'draft_deleted', now: null })
    const answers = await Promise.all([again(), again()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    await transferOf(customer.visitor, jobUuid, 'completed')
    expect(draftsNow(job)).toHaveLength(1)
    // The list that was made before says that something has happened to it since.
    const stale = await customer.visitor.call(contract.readReconciliation, { query: { month: thisMonth() } })
    expect(rowOfJob(stale, jobUuid)?.now).toMatchObject({ status: 'completed' })
    expect(rowOfJob(await check(customer, thisMonth()), jobUuid)).toBeUndefined()
  })

  test('a job that nobody told us of is found, fetched and transferred', async () => {
    const { tenant, visitor } = customer
    const jobUuid = putJob(world.sandbox.world, tenant.account, {
      key: 'mistet varsel',
      client: Object.values(tenant.account.tables.company)[0]!.name,
      state: 'completed',
      daysAgo: 0.02,
      description: 'Lekkasje på bad',
      lines: [{ name: 'Rørlegger, time', quantity: '2', price: '895', material: 'TIME-RL' }],
    })
    const month = tenant.account.tables.job[jobUuid]!.completion_date.slice(0, 7)
    const answer = await check(customer, month)
    expect(rowOfJob(answer, jobUuid)).toMatchObject({ kind: 'missed', transferId: null, total: 223_750 })
    expect(answer.summary?.missing).toEqual({ count: 1, ore: 223_750 })
    await visitor.call(contract.fetchMissedJob, { body: { jobUuid } })
    await transferOf(visitor, jobUuid, 'completed')
    expect(rowOfJob(await check(customer, month), jobUuid)).toBeUndefined()
    expect(await visitor.tryCall(contract.fetchMissedJob, { body: { jobUuid: crypto.randomUUID() } })).toMatchObject({
      status: 404,
    })
  })

  test('a draft that its transfer does not know is adopted, not made twice', async () => {
    const { jobUuid, job, id } = await transferred(0)
    await world.product.platform.db.execute(
      sql`update transfers set status = 'pending', pending_reason = 'fetched', fiken_invoice_draft_id = null, fiken_draft_uuid = null where id = ${id}`,
    )
    expect(rowOfJob(await check(customer, thisMonth()), jobUuid)?.kind).toBe('unlinked')
    await customer.visitor.call(retryTransfer, { params: { id } })
    await transferOf(customer.visitor, jobUuid, 'completed')
    expect(draftsNow(job)).toHaveLength(1)
  })

  test('a job that was opened again while its draft stays is told of; when Fiken is down nothing is claimed', async () => {
    const { jobUuid } = await transferred(0)
    const reopened = { status: 'Work Order', completion_date: ZERO_STAMP, edit_date: localStamp(Date.now()) }
    Object.assign(customer.tenant.account.tables.job[jobUuid]!, reopened)
    const before = await check(customer, thisMonth())
    expect(rowOfJob(before, jobUuid)).toMatchObject({ kind: 'reopened', total: null })
    expect(before.summary?.extra.count).toBeGreaterThan(0)

    const { faults } = world.sandbox.world
    const down = faults.add({ vendor: 'fiken', who: customer.tenant.user.email, kind: 'status', status: 503 })
    const failed = await check(customer, thisMonth())
    expect(failed).toMatchObject({ state: 'failed', failure: { title: 'Fiken svarer ikke', label: 'Sjekk på nytt' } })
    expect(failed.checkedAt).toBe(before.checkedAt)
    faults.remove(down.id)
  })

  test('nobody else sees it', async () => {
    const stranger = await readyCustomer(world)
    const id = (await customer.visitor.call(listTransfers))[0]?.id ?? ''
    expect((await stranger.visitor.tryCall(updateDraft, { params: { id } })).status).toBe(404)
    expect((await stranger.visitor.tryCall(sendAnew, { params: { id }, query: {} })).status).toBe(404)
    expect((await stranger.visitor.call(contract.readReconciliation, { query: { month: thisMonth() } })).state).toBe('never')
  })
})
