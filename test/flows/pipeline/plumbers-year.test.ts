import { expect, test } from 'vitest'
import type { FikenCompany } from '#sandbox/world/state'
import { listActivity } from '#shared/contracts/activity-log'
import { syncNow } from '#shared/contracts/intake'
import { readStats } from '#shared/contracts/overview'
import { listTransfers } from '#shared/contracts/transfers/list'
import type { Transfer } from '#shared/contracts/transfers/row'
import { CAUSE_CODES, causeOf } from '#shared/causes/index'
import { oreFromDecimal } from '#shared/money'
import { countFrom, inboxEmpty, startPlumber } from '../../support/people/plumber.ts'
import { until } from '../../support/wait.ts'

/** Tests that each job of the year becomes a correct draft or has the reason why not. */

const plumber = await startPlumber({ activate: false })
const { company } = plumber
const contactsBefore = company.contacts.length
const productsBefore = company.products.length
await countFrom(plumber, 370)
const transfers: Transfer[] = await allAtRest()

function billableJobs() {
  return Object.values(plumber.account.tables.job).filter(
    (job) =>
      job.status === 'Completed' && job.active === 1 && Number(job.total_invoice_amount) !== 0,
  )
}

function allAtRest(): Promise<Transfer[]> {
  return until('every job of the year to come to rest', async () => {
    const rows = await plumber.person.call(listTransfers, { query: { limit: 500 } })
    const done = rows.every((row) => ['completed', 'failed', 'pending'].includes(row.status))
    return rows.length >= billableJobs().length && done && rows
  })
}

const ore = (kroner: string | number | undefined) => oreFromDecimal(String(kroner ?? 0))
const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
const completed = () => transfers.filter((row) => row.status === 'completed')

test('each billable job of the year has exactly one transfer, and no other job has any', () => {
  expect(transfers.map((row) => row.servicem8JobId).sort()).toEqual(
    billableJobs()
      .map((job) => job.uuid)
      .sort(),
  )
})

test('each completed transfer is one draft of its own, and there is no other new draft', () => {
  const { draftsCreated, draftsRefused } = plumber.vendors.ledger
  expect(draftsCreated.map((one) => one.uuid).sort()).toEqual(
    completed()
      .map((row) => row.fikenDraftUuid)
      .sort(),
  )
  expect(new Set(draftsCreated.map((one) => one.uuid)).size).toBe(draftsCreated.length)
  expect(draftsRefused).toBe(0)
})

test('the customer pays in Fiken what the job costs in ServiceM8, within an øre per line', () => {
  const apart = completed().flatMap((row): unknown[] => {
    const job = plumber.account.tables.job[row.servicem8JobId]
    const draft = plumber.company.drafts.find((one) => one.uuid === row.fikenDraftUuid)
    if (!job || !draft) return [{ row: row.id, theirs: null, draft: null }]
    const theirs = ore(job.total_invoice_amount)
    const isClose = Math.abs(draft.gross - theirs) <= draft.lines.length
    return isClose && row.amount === draft.gross && row.netAmount === draft.net
      ? []
      : [{ row: row.id, theirs, draft: draft.gross }]
  })
  expect(apart).toEqual([])
  expect(completed().length).toBeGreaterThan(30)
})

test('the year as a whole is invoiced to the same sum on both sides', () => {
  const inServicem8 = completed().map((row) =>
    ore(plumber.account.tables.job[row.servicem8JobId]?.total_invoice_amount),
  )
  const inFiken = completed().map(
    (row) => plumber.company.drafts.find((one) => one.uuid === row.fikenDraftUuid)?.gross ?? 0,
  )
  const lines = sum(completed().map((row) => row.lineItemsCount))
  const difference = sum(inFiken) - sum(inServicem8)
  expect(Math.abs(difference)).toBeLessThan(lines / 10)
})

test('every job that did not become a draft says why in words, and how to fix it', () => {
  const others = transfers.filter((row) => row.status !== 'completed')
  expect(others.map((row) => [row.status, row.errorCode]).sort()).toEqual([
    ['failed', 'negative_total'],
    ['failed', 'vat_unmapped'],
    ['failed', 'vat_unmapped'],
  ])
  for (const row of others) {
    expect(CAUSE_CODES).toContain(row.errorCode)
    expect(row.errorMessage).toMatch(/^[A-ZÆØÅ«].{20,}\.$/)
    expect(causeOf(row.errorCode).remedy.label).not.toBe('')
    expect(row.fikenInvoiceDraftId).toBeNull()
  }
})

test('completed jobs that cannot be invoiced have no transfer, and one entry in the log that says why', async () => {
  const skipped = Object.values(plumber.account.tables.job)
    .filter(
      (job) =>
        job.status === 'Completed' && !(job.active === 1 && Number(job.total_invoice_amount) !== 0),
    )
    .filter((job) => job.active === 1)
  const log = await plumber.person.call(listActivity, { query: { limit: 500 } })
  const told = log.filter((entry) => entry.action === 'job_skipped')
  expect(told.map((entry) => entry.metadata?.jobUuid).sort()).toEqual(
    skipped.map((job) => job.uuid).sort(),
  )
})

test('no customer is created twice, and no existing customer is created again', () => {
  const made = plumber.company.contacts.slice(contactsBefore)
  expect(made.length).toBeGreaterThan(3)
  expect(doubles(plumber.company, 'name')).toEqual(['solheim barnehage sa'])
  expect(doubles(plumber.company, 'organizationNumber')).toHaveLength(1)
  expect(made.every((contact) => contact.customer)).toBe(true)
})

test('no product is created twice, and each new one carries its number from ServiceM8', () => {
  const { products } = plumber.company
  const numbers = products.map((product) => product.productNumber ?? '')
  expect(products.length).toBeGreaterThan(productsBefore)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(numbers.every((number) => number !== '')).toBe(true)
})

test('Fiken never had two requests from the plumber at the same time', () => {
  const { overlaps, maxInFlight } = plumber.vendors.ledger
  expect(overlaps).toBe(0)
  expect(Object.values(maxInFlight).every((most) => most <= 1)).toBe(true)
})

test('the four counters add up, and match the ledger', async () => {
  const stats = await plumber.person.call(readStats)
  const failed = billableJobs().length - completed().length
  expect(stats).toMatchObject({
    total: billableJobs().length,
    successful: completed().length,
    pending: 0,
    failed,
    needs: { act: { count: failed } },
  })
  expect(stats.needs).not.toHaveProperty('yes')
})

test('pings for the whole year a second time, and a manual sync, change nothing', async () => {
  const { world, person, account, company } = plumber
  const before = {
    drafts: company.drafts.length,
    contacts: company.contacts.length,
    products: company.products.length,
  }
  for (const job of billableJobs()) world.sandbox.webhooks.again(account.uuid, job.uuid, 1)
  await world.sandbox.webhooks.idle()
  await person.call(syncNow)
  await inboxEmpty(plumber)
  const again = await allAtRest()
  expect(again.map((row) => [row.id, row.status, row.fikenDraftUuid])).toEqual(
    transfers.map((row) => [row.id, row.status, row.fikenDraftUuid]),
  )
  expect({
    drafts: company.drafts.length,
    contacts: company.contacts.length,
    products: company.products.length,
  }).toEqual(before)
})

/** Returns the values that occur in more than one contact, ignoring case. */
function doubles(company: FikenCompany, field: 'name' | 'organizationNumber'): string[] {
  const values = company.contacts
    .map((contact) => (contact[field] ?? '').toLowerCase())
    .filter((value) => value !== '')
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))]
}
