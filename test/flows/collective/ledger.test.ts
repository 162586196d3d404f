import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { creditInFull, creditInPart } from '#sandbox/fiken/sales'
import { deleteDraft } from '#sandbox/fiken/drafts'
import { localDate } from '#sandbox/world/local-time'
import { listActivity } from '#shared/contracts/activity-log'
import { forecastCollective, listCollective, makeCollective } from '#shared/contracts/collective'
import { readSession } from '#shared/contracts/auth'
import { saveConfiguration } from '#shared/contracts/configuration'
import { readReconciliation } from '#shared/contracts/reconciliation'
import {
  acceptTransfer,
  reinvoice,
  retryTransfer,
  sendAgain,
  undoTransfer,
  updateDraft,
} from '#shared/contracts/transfers/actions'
import type { Transfer } from '#shared/contracts/transfers/row'
import { upgradeFrom } from '../../support/former-version.ts'
import { invoiceDraft, payIn } from '../../support/people/accountant.ts'
import {
  checkedMonth,
  completeSet,
  collectiveCustomer,
  headingsOf,
  makeDrafts,
  numbersOf,
  rowsThat,
  jobsOf,
  type JobForSet,
  type CollectiveCustomer,
} from '../../support/people/collective-customer.ts'
import { looksBegun, nextLook } from '../../support/people/payment-looks.ts'
import { startTimedWorld } from '../../support/people/person.ts'
import { until } from '../../support/wait.ts'
import { consent } from '../../support/world/world.ts'

/** Tests paying, crediting and deleting a collective draft, and its place in the month's check. */

const world = await startTimedWorld({ byDay: true })

const now = () => localDate(world.vendors.now())

interface Drafted {
  customer: CollectiveCustomer
  rows: Transfer[]
  userId: string
}

async function drafted(name: string, jobs: readonly JobForSet[]): Promise<Drafted> {
  const customer = await collectiveCustomer(world, name)
  const userId = (await customer.visitor.call(readSession)).id
  await looksBegun(world, userId)
  return { customer, rows: await makeDrafts(customer, await completeSet(customer, jobs)), userId }
}

/** Amounts recorded as paid in ServiceM8, in kroner. */
const registered = ({ tenant }: CollectiveCustomer, rows: readonly Transfer[]) =>
  rows.map(({ servicem8JobId }) =>
    Object.values(tenant.account.tables.jobpayment)
      .filter((one) => one.job_uuid === servicem8JobId && one.active === 1)
      .map(({ amount }) => Number(amount)),
  )

test('a payment is told back to ServiceM8 for each job by its share, to the øre', async () => {
  const { customer, rows, userId } = await drafted('Betalt AS', [
    { prices: ['1000.0000'] },
    { prices: ['333.3300'] },
    { prices: ['66.6700'] },
  ])
  const { visitor, tenant } = customer
  await visitor.call(saveConfiguration, { body: { writeBackPayments: true } })
  await consent(visitor, 'servicem8', tenant.account.uuid)
  const [first] = rows
  const made = invoiceDraft(world, tenant.company, first!)
  payIn(world, made, 100_000)
  await nextLook(world, userId)
  await until('a payment on each job', () =>
    registered(customer, rows).every((amounts) => amounts.length > 0),
  )
  const paid = registered(customer, rows).map(([amount = 0]) => Math.round(amount * 100))
  expect(paid.reduce((sum, amount) => sum + amount, 0)).toBe(100_000)
  // Pro rata by 1 250,00, 416,66 and 83,34 of 1 750,00 kroner. The remaining øre goes to the job
  // whose share was rounded down most.
  expect(paid).toEqual([71_429, 23_809, 4_762])

  const partly = await rowsThat(
    customer,
    jobsOf(rows),
    'to be paid in part',
    ({ payment }) => payment?.status === 'part_paid',
  )
  expect(partly.map(({ payment }) => payment?.paidAmount)).toEqual([71_429, 23_809, 4_762])

  payIn(world, made)
  await nextLook(world, userId)
  await until('all of it to be registered', () => {
    const sums = registered(customer, rows).map((amounts) =>
      amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0),
    )
    return sums.every((sum, at) => sum === rows[at]?.amount)
  })
})

test('an invoice that was edited before it was issued is shared anew', async () => {
  const { customer, rows, userId } = await drafted('Redigert AS', [
    { prices: ['3000.0000'] },
    { prices: ['1000.0000'] },
  ])
  const { company } = customer.tenant
  const draft = company.drafts.find(({ uuid }) => uuid === rows[0]?.fikenDraftUuid)
  const priced = draft?.lines.find(({ unitPrice }) => unitPrice !== 0)
  if (!priced) throw new Error('The draft has no line')
  priced.unitPrice = 100_000
  const made = invoiceDraft(world, company, rows[0]!)
  expect(made.gross).toBe(250_000)
  await nextLook(world, userId)
  const after = await rowsThat(
    customer,
    jobsOf(rows),
    'to have the invoice’s sum',
    ({ fikenInvoiceNumber }) => fikenInvoiceNumber !== null,
  )
  expect(after.map(({ amount }) => amount)).toEqual([187_500, 62_500])
})

test('a draft that somebody has changed is accepted as it is, and each job has its share', async () => {
  const { customer, rows, userId } = await drafted('Godtatt AS', [
    { prices: ['100.0000'] },
    { prices: ['2000.0000'] },
    { prices: ['3000.0000'] },
  ])
  const { visitor, tenant } = customer
  const draft = tenant.company.drafts.find(({ uuid }) => uuid === rows[0]?.fikenDraftUuid)
  if (!draft) throw new Error('There is no draft')
  // The draft is changed after it was read and before it is written.
  const { faults } = world.vendors
  const path = '/jobmaterial.json$'
  const down = faults.add({ vendor: 'servicem8', kind: 'status', status: 503, path })
  await visitor.call(updateDraft, { params: { id: rows[0]?.id ?? '' } })
  const isWaiting = ({ errorCode }: Transfer) => errorCode === 'servicem8_down'
  await rowsThat(customer, jobsOf(rows), 'to wait for ServiceM8', isWaiting)
  draft.lines = draft.lines.filter(({ unitPrice }) => unitPrice !== 300_000)
  Object.assign(draft, { net: 210_000, gross: 262_500 })
  faults.remove(down.id)
  const [stopped] = await rowsThat(
    customer,
    jobsOf(rows),
    'to be stopped',
    ({ errorCode }) => errorCode === 'draft_differs',
  )
  // Failed jobs on a draft do not count as left out of the customer's next draft.
  expect(await visitor.call(listCollective)).toMatchObject([{ outside: 0 }])
  await visitor.call(acceptTransfer, { params: { id: stopped?.id ?? '' } })
  const done = await rowsThat(
    customer,
    jobsOf(rows),
    'to be accepted',
    ({ status }) => status === 'completed',
  )
  const amounts = done.map(({ amount }) => amount ?? -1)
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(262_500)
  expect(amounts.every((amount) => amount > 0)).toBe(true)
  // Payments on the accepted draft are read as usual.
  payIn(world, invoiceDraft(world, tenant.company, done[0]!), 100_000)
  await nextLook(world, userId)
  await rowsThat(
    customer,
    jobsOf(rows),
    'to be paid',
    ({ payment }) => payment?.status === 'part_paid',
  )
})

test('credited in full, its jobs get a new draft together', async () => {
  const { customer, rows, userId } = await drafted('Kreditert AS', [{}, {}])
  const { company } = customer.tenant
  company.creditNoteCounter ??= 1
  const made = invoiceDraft(world, company, rows[0]!)
  await nextLook(world, userId)
  creditInFull(world.vendors, company, made, now(), 'Feil periode')
  await nextLook(world, userId)
  const credited = await rowsThat(
    customer,
    jobsOf(rows),
    'to be credited',
    ({ credit }) => credit?.inFull === true,
  )
  const [first] = credited
  await customer.visitor.call(reinvoice, {
    params: { id: first?.id ?? '' },
    body: { draftUuid: first?.fikenDraftUuid ?? '', reason: 'Feil periode' },
  })
  const again = await rowsThat(
    customer,
    jobsOf(rows),
    'to be on a new draft',
    ({ status, fikenDraftUuid }) =>
      status === 'completed' && fikenDraftUuid !== first?.fikenDraftUuid,
  )
  expect(headingsOf(customer)).toEqual([numbersOf(rows)])
  expect(company.drafts[0]?.invoiceText).toContain('Erstatter')
  expect(again.map(({ amount }) => amount)).toEqual([125_000, 125_000])
  const log = await customer.visitor.call(listActivity, { query: {} })
  const { description } = log.find(({ action }) => action === 'reinvoiced') ?? {}
  expect(description).toMatch(/^Samlefaktura for .+ og .+: Nytt utkast, fordi faktura /)
  for (const number of numbersOf(rows)) expect(description).toContain(number)
})

test('of what was credited in part, each job shows its share', async () => {
  const { customer, rows, userId } = await drafted('Kreditert Delvis AS', [
    { prices: ['3000.0000'] },
    { prices: ['1000.0000'] },
  ])
  const { company } = customer.tenant
  const made = invoiceDraft(world, company, rows[0]!)
  await nextLook(world, userId)
  creditInPart(world.vendors, company, made, now(), 100_001)
  await nextLook(world, userId)
  const credited = await rowsThat(
    customer,
    jobsOf(rows),
    'to be credited in part',
    ({ credit }) => credit !== null && credit.notes.length > 0,
  )
  expect(credited.map(({ credit }) => [credit?.inFull, credit?.notes[0]?.gross])).toEqual([
    [false, 75_001],
    [false, 25_000],
  ])
})

test('a job that stands for a credited invoice is on no draft with others, whose text would be about it', async () => {
  const { customer, rows, userId } = await drafted('Kreditert Alene AS', [{}])
  const { visitor, tenant } = customer
  const { company } = tenant
  const uuids = jobsOf(rows)
  company.creditNoteCounter ??= 1
  const made = invoiceDraft(world, company, rows[0]!)
  await nextLook(world, userId)
  creditInFull(world.vendors, company, made, now(), 'Feil mottaker')
  await nextLook(world, userId)
  const isCredited = ({ credit }: Transfer) => credit?.inFull === true
  const [credited] = await rowsThat(customer, uuids, 'to be credited', isCredited)
  const { id } = credited!
  const draftUuid = credited?.fikenDraftUuid ?? ''
  await visitor.call(reinvoice, { params: { id }, body: { draftUuid, reason: 'Feil mottaker' } })
  await rowsThat(
    customer,
    uuids,
    'to be on a new draft',
    ({ status, fikenDraftUuid }) => status === 'completed' && fikenDraftUuid !== draftUuid,
  )
  await visitor.call(undoTransfer, { params: { id } })
  await rowsThat(customer, uuids, 'to be undone', ({ pendingReason }) => pendingReason === 'undone')

  const others = await completeSet(customer, [{}, {}])
  const ids = [id, ...others.map((row) => row.id)]
  const foreseen = await visitor.call(forecastCollective, { body: { ids } })
  expect(foreseen).toMatchObject({
    ids: others.map((row) => row.id),
    drafts: 1,
    outside: [{ id, why: 'Står for en kreditert faktura, og må på et eget utkast' }],
  })
  await visitor.call(makeCollective, { body: { ids } })
  await rowsThat(
    customer,
    [...uuids, ...jobsOf(others)],
    'to be on drafts',
    ({ status }) => status === 'completed',
  )
  const texts = company.drafts.map(({ invoiceText, lines }) => [
    String(invoiceText).includes('Erstatter faktura'),
    lines.length,
  ])
  expect(texts).toHaveLength(2)
  expect(texts.filter(([replaces]) => replaces)).toHaveLength(1)
  expect(headingsOf(customer)).toContainEqual(numbersOf(others))
})

test('a draft that somebody has deleted in Fiken is sent again for all of its jobs', async () => {
  const { customer, rows } = await drafted('Slettet AS', [{}, {}])
  const { company } = customer.tenant
  const [draft] = company.drafts
  if (!draft) throw new Error('There is no draft')
  deleteDraft(world.vendors, company, draft)
  await customer.visitor.call(sendAgain, {
    params: { id: rows[1]?.id ?? '' },
    query: { confirm: 'deleted' },
  })
  await rowsThat(
    customer,
    jobsOf(rows),
    'to be on a new draft',
    ({ status, fikenDraftUuid }) => status === 'completed' && fikenDraftUuid !== draft.uuid,
  )
  expect(headingsOf(customer)).toEqual([numbersOf(rows)])
})

test('the month says of a job that was taken back that it begins to wait for the next draft, and then it does', async () => {
  const { customer, rows } = await drafted('Angret AS', [{}])
  const id = rows[0]?.id ?? ''
  await customer.visitor.call(undoTransfer, { params: { id }, body: {} })
  await rowsThat(
    customer,
    jobsOf(rows),
    'to be taken back',
    ({ pendingReason }) => pendingReason === 'undone',
  )
  const joining = async () =>
    (await checkedMonth(customer, world)).rows.map(({ kind, code, joins }) => [kind, code, joins])
  expect(await joining()).toEqual([['waiting', 'undone', true]])
  await customer.visitor.call(retryTransfer, { params: { id }, query: {} })
  await rowsThat(
    customer,
    jobsOf(rows),
    'to wait',
    ({ pendingReason }) => pendingReason === 'collective',
  )
  expect(await joining()).toEqual([['collective', null, false]])
})

test('the month adds up: each job stands for its part of the draft', async () => {
  const { customer, rows } = await drafted('Avstemt AS', [
    { prices: ['1000.0000'] },
    { prices: ['333.3300', '0.0100'] },
  ])
  await completeSet(customer, [{ prices: ['500.0000'] }])
  const answer = await checkedMonth(customer, world)
  const mine = answer.rows.filter(({ transferId }) => rows.some(({ id }) => id === transferId))
  expect(mine.map(({ kind }) => kind)).toEqual(['in_fiken', 'in_fiken'])
  expect(answer.rows.map(({ kind }) => kind)).toContain('collective')
  const sum = rows.reduce((total, { amount }) => total + (amount ?? 0), 0)
  expect(answer.summary).toMatchObject({
    jobs: { count: 3 },
    inFiken: { count: 2, ore: sum },
    underway: { count: 1, ore: 62_500 },
    missing: { count: 0 },
    extra: { count: 0 },
    toLookAt: 0,
  })
  const former = sql`update reconciliations set rows = replace(rows::text, '"collective"', '"gathered"')::jsonb`
  await upgradeFrom(world, '0054', former)
  const query = { month: answer.month, all: '1' } as const
  expect(await customer.visitor.call(readReconciliation, { query })).toEqual(answer)
})
