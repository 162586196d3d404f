import { expect, test } from 'vitest'
import { saveConfiguration } from '#shared/contracts/configuration'
import { chooseDeposit } from '#shared/contracts/transfers/deposits'
import { reinvoice, undoTransfer } from '#shared/contracts/transfers/actions'
import { readPreview } from '#shared/contracts/transfers/preview'
import type { Transfer } from '#shared/contracts/transfers/row'
import * as deposits from '../../support/people/deposits/jobs-with-deposits.ts'
import { startFollowedPlumber } from '../../support/people/payment-looks.ts'
import * as unanswered from '../../support/people/unanswered.ts'

const { plumber, anHourLater } = await startFollowedPlumber()

const books = () => plumber.vendors
const chooseCompany = (fikenCompanySlug: string) =>
  plumber.person.call(saveConfiguration, { body: { fikenCompanySlug } })
const again = ({ id, fikenDraftUuid }: Transfer) =>
  plumber.person.tryCall(reinvoice, {
    params: { id },
    body: { draftUuid: fikenDraftUuid ?? '', reason: 'Feil mottaker' },
  })
async function invoiceTextOf({ id }: Transfer): Promise<string> {
  return (await plumber.person.call(readPreview, { params: { id } })).head?.invoiceText ?? ''
}

async function credited() {
  const begun = await unanswered.begin(plumber, unanswered.newClient(plumber))
  const row = await unanswered.become(plumber, begun, 'completed', unanswered.isDone)
  const invoice = deposits.book(plumber, row)
  deposits.credit(plumber, invoice)
  await anHourLater()
  return { row: await unanswered.read(plumber, row), invoice }
}

test('no new draft is made in another company than the invoice is in, and that is said', async () => {
  const { row } = await credited()
  await chooseCompany('fjordvik-eiendom-as')
  expect(await again(row)).toMatchObject({ status: 409, body: { code: 'other_company' } })
  await chooseCompany('fjordvik-ror-as')
  expect((await unanswered.read(plumber, row)).fikenDraftUuid).toBe(row.fikenDraftUuid)
  expect((await again(row)).status).toBe(200)
  expect((await deposits.restOf(plumber, row)).status).toBe('completed')
})

test('another company that is chosen afterwards hears nothing of the invoice', async () => {
  const { row, invoice } = await credited()
  books().faults.add({ vendor: 'fiken', kind: 'status', status: 503, path: '/invoices/drafts$' })
  expect((await again(row)).status).toBe(200)
  const replaces = `Erstatter faktura ${invoice.invoiceNumber}`
  expect(await invoiceTextOf(row)).toContain(replaces)
  await chooseCompany('fjordvik-eiendom-as')
  expect(await invoiceTextOf(row)).not.toContain(replaces)
  await chooseCompany('fjordvik-ror-as')
  books().faults.clear()
  const done = await deposits.restOf(plumber, row)
  expect(done.status).toBe('completed')
  expect(deposits.draftsOf(plumber, done).map(({ invoiceText }) => invoiceText)).toEqual([
    expect.stringContaining(replaces),
  ])
})

test('"Angre", "Lag nytt utkast" and a deposit at the same time: one new draft, and no other', async () => {
  const { row } = await credited()
  const params = { id: row.id }
  const { person, world } = plumber
  const answers = await Promise.all([
    again(row),
    person.tryCall(undoTransfer, { params, body: {} }),
    again(row),
    person.tryCall(chooseDeposit, { params, body: { invoiceId: null } }),
    again(row),
  ])
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  const done = await deposits.restOf(plumber, row)
  expect([done.status, done.fikenDraftUuid === row.fikenDraftUuid]).toEqual(['completed', false])
  expect(deposits.draftsOf(plumber, done)).toHaveLength(1)
  const made = world.vendors.ledger.draftsCreated
  expect(made.filter(({ uuid }) => uuid === done.fikenDraftUuid)).toHaveLength(1)
})
