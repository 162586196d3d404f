import { describe, expect, test } from 'vitest'
import { clearCompanySelection, saveConfiguration } from '#shared/contracts/configuration'
import { retryTransfer, startTransfer, undoTransfer } from '#shared/contracts/transfers/actions'
import { findDepositInvoices } from '#shared/contracts/transfers/deposits'
import * as deposits from '../../support/people/deposits/jobs-with-deposits.ts'
import { atRest, completeNewJob, startPlumber } from '../../support/people/plumber.ts'
import { become, newClient } from '../../support/people/unanswered.ts'
import { consent } from '../../support/world/world.ts'

const plumber = await startPlumber()
await plumber.person.call(saveConfiguration, { body: { isActive: false } })

const { choose, chosen, depositInvoice, draftsOf, known, restOf, started, takenOffIn, waitingJob } =
  deposits
const faults = () => plumber.vendors.faults
const start = ({ id }: { id: string }) => plumber.person.call(startTransfer, { params: { id } })
const chooseCompany = (fikenCompanySlug: string) =>
  plumber.person.call(saveConfiguration, { body: { fikenCompanySlug } })

async function waiting() {
  const client = newClient(plumber)
  return {
    client,
    row: await waitingJob(plumber, client),
    invoice: depositInvoice(plumber, client),
  }
}

describe('while the draft is being made', () => {
  test('a choice is refused, and the draft is as it was asked for', async () => {
    const { row, invoice } = await waiting()
    faults().add({
      vendor: 'fiken',
      kind: 'slow',
      ms: 1_500,
      count: 1,
      method: 'POST',
      path: '/invoices/drafts$',
    })
    await start(row)
    await become(plumber, row, 'under way', ({ status }) => status === 'processing')
    expect(await choose(plumber, row, invoice)).toMatchObject({
      status: 409,
      body: { message: 'Forskuddet kan ikke endres mens overføringen kjører.' },
    })
    const done = await restOf(plumber, row)
    expect(draftsOf(plumber, done).map(({ gross }) => gross)).toEqual([500_000])
    expect(await known(plumber, done)).toMatchObject({ chosen: null, sent: null, mayChange: true })
  })

  test('a choice that is still being looked into is either on the draft, or offered for it', async () => {
    const { row, invoice } = await waiting()
    faults().add({
      vendor: 'fiken',
      kind: 'slow',
      ms: 700,
      count: 1,
      method: 'GET',
      path: '/invoices/\\d+$',
    })
    const [{ status }] = await Promise.all([choose(plumber, row, invoice), start(row)])
    const done = await restOf(plumber, row)
    const { chosen: now, sent } = await known(plumber, done)
    const [draft, ...more] = draftsOf(plumber, done)
    expect([done.status, more]).toEqual(['completed', []])
    expect(now !== null).toBe(status === 200)
    expect([draft?.gross, takenOffIn(draft).length]).toEqual(sent ? [375_000, 1] : [500_000, 0])
  })
})

test('two windows choose two invoices for one job: the draft takes off the one that is shown', async () => {
  const { client, row, invoice } = await waiting()
  const second = depositInvoice(plumber, client, [{ unitPrice: 50_000 }])
  const answers = await Promise.all(
    [invoice, second, invoice, second].map((one) => choose(plumber, row, one)),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const { chosen: shown } = await known(plumber, row)
  const done = await started(plumber, row)
  const [draft] = draftsOf(plumber, done)
  expect(takenOffIn(draft)).toHaveLength(1)
  expect(draft?.gross).toBe(500_000 - (shown?.gross ?? 0))
})

test('"Angre" and another choice at once: nothing is taken off twice, and nothing is lost', async () => {
  const { client, row, invoice } = await waiting()
  await chosen(plumber, row, invoice)
  const first = await started(plumber, row)
  const other = depositInvoice(plumber, client, [{ unitPrice: 50_000 }])
  const answers = await Promise.all([
    plumber.person.tryCall(undoTransfer, { params: { id: first.id }, body: {} }),
    choose(plumber, first, other),
    choose(plumber, first, null),
    choose(plumber, first, other),
  ])
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  const undone = await become(plumber, row, 'undone', ({ status }) => status === 'pending')
  const { chosen: shown } = await known(plumber, undone)
  const done = await started(plumber, row)
  const drafts = draftsOf(plumber, done)
  expect(drafts.map(({ gross }) => gross)).toEqual([500_000 - (shown?.gross ?? 0)])
})

test('a deposit of another company stops the job there, and is taken off when the person is back', async () => {
  const { row, invoice } = await waiting()
  await chosen(plumber, row, invoice)
  await chooseCompany('fjordvik-eiendom-as')
  const failed = await started(plumber, row)
  expect([failed.status, failed.errorMessage]).toEqual([
    'failed',
    expect.stringContaining('Forskuddet kan ikke trekkes fra'),
  ])
  await chooseCompany('fjordvik-ror-as')
  await plumber.person.call(retryTransfer, { params: { id: row.id } })
  const done = await become(plumber, row, 'completed', ({ status }) => status === 'completed')
  expect(draftsOf(plumber, done).map(({ gross }) => gross)).toEqual([375_000])
})

test('a grant that ends under the dialog is said, and nothing is stored', async () => {
  const { row, invoice } = await waiting()
  faults().add({ vendor: 'fiken', kind: 'revoke', method: 'GET', path: '/invoices', count: 1 })
  const { status, body } = await plumber.person.tryCall(findDepositInvoices, {
    params: { id: row.id },
  })
  expect(status).toBeGreaterThanOrEqual(400)
  expect((body as { message: string }).message).toMatch(/Fiken/)
  expect((await choose(plumber, row, invoice)).status).toBeGreaterThanOrEqual(400)
  expect((await known(plumber, row)).chosen).toBeNull()
  await consent(plumber.person, 'fiken')
  // After a new consent, the user must also confirm the company.
  await plumber.person.call(clearCompanySelection)
  await chosen(plumber, row, invoice)
  expect(draftsOf(plumber, await started(plumber, row)).map(({ gross }) => gross)).toEqual([
    375_000,
  ])
})

test('before it is decided who the customer is, there is nothing to choose from, and that is said', async () => {
  const client = newClient(plumber)
  const job = completeNewJob(plumber, {
    client,
    lines: [{ name: 'Arbeid', displayed_amount: '4000.0000' }],
  })
  const row = await atRest(plumber, job)
  const { customer, invoices } = await plumber.person.call(findDepositInvoices, {
    params: { id: row.id },
  })
  expect([customer, invoices]).toEqual([null, []])
  const other = depositInvoice(plumber, newClient(plumber))
  expect(await choose(plumber, row, other)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Det er ikke avklart hvilken kunde') as string },
  })
})
