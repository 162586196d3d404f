import { describe, expect, test } from 'vitest'
import { creditInPart } from '#sandbox/fiken/sales'
import { localDate } from '#sandbox/world/local-time'
import type { StoredInvoice } from '#sandbox/world/state'
import { draftUuid } from '#server/features/drafts/draft-uuid'
import { saveConfiguration } from '#shared/contracts/configuration'
import { findInvoicesToCredit } from '#shared/contracts/transfers/credits'
import type { Transfer } from '#shared/contracts/transfers/row'
import { addDays } from '#shared/dates'
import * as deposits from '../../support/people/deposits/jobs-with-deposits.ts'
import { atRest, completeNewJob, startPlumber } from '../../support/people/plumber.ts'
import { newClient } from '../../support/people/unanswered.ts'
import { signUp } from '../../support/world/world.ts'

/** Tests a negative total, which makes no draft: the user credits an invoice in Fiken instead. */

const plumber = await startPlumber()
await plumber.person.call(saveConfiguration, { body: { isActive: false } })

const { depositInvoice, draftsOf, started, waitingJob } = deposits
const books = () => plumber.vendors
const ago = (days: number) => addDays(localDate(books().now()), -days)
const plain = (text: string | null) => (text ?? '').replaceAll(/\s/g, ' ')
const RETURNED = [{ name: 'Retur', quantity: '-2', displayed_amount: '500.0000' }]

async function belowZero(client: string): Promise<Transfer> {
  return started(plumber, await waitingJob(plumber, client, RETURNED))
}
const found = ({ id }: Pick<Transfer, 'id'>, person = plumber.person) =>
  person.tryCall(findInvoicesToCredit, { params: { id } })

async function numbersOf(row: Transfer): Promise<unknown> {
  const { status, body } = await found(row)
  expect(status).toBe(200)
  const { ofJob, invoices } = body as { ofJob: boolean; invoices: { invoiceNumber: string }[] }
  return [ofJob, ...invoices.map(({ invoiceNumber }) => invoiceNumber)]
}

test('sends nothing, says what is to be done, and shows the customer’s invoices, the newest first', async () => {
  const client = newClient(plumber)
  const old = depositInvoice(plumber, client, [{ unitPrice: 10_000 }], ago(40))
  const newest = depositInvoice(plumber, client, [{ unitPrice: 30_000 }], ago(1))
  const middle = depositInvoice(plumber, client, [{ unitPrice: 20_000 }], ago(20))
  depositInvoice(plumber, newClient(plumber))
  creditInPart(books(), plumber.company, newest, ago(0), 5_000)
  deposits.credit(plumber, middle)
  const row = await belowZero(client)
  expect([row.status, row.errorCode, plain(row.errorMessage)]).toEqual([
    'failed',
    'negative_total',
    'Summen er −1 250,00 kr. Lag en kreditnota i Fiken, av fakturaen jobben gjelder.',
  ])
  expect(draftsOf(plumber, row)).toEqual([])
  const { body } = await found(row)
  const shown = (invoice: typeof old, credited: string) => ({
    invoiceId: invoice.invoiceId,
    invoiceNumber: String(invoice.invoiceNumber),
    issueDate: invoice.issueDate,
    gross: invoice.gross,
    reference: '',
    credited,
    url: `${plumber.world.product.platform.config.fiken.webUrl}/foretak/${plumber.company.slug}/handel/salg/${invoice.saleId}`,
  })
  expect(body).toEqual({
    customer: client,
    ofJob: false,
    invoices: [shown(newest, 'part'), shown(middle, 'all'), shown(old, 'nothing')],
    more: false,
  })
})

describe('a job that has an invoice of its own', () => {
  const ways: [how: string, change: (row: Transfer) => Partial<StoredInvoice>][] = [
    [
      'that somebody wrote with its reference',
      (row) => ({ ourReference: ` jobb  #${row.servicem8Data?.job_number}` }),
    ],
    [
      'that was made of an earlier draft of it',
      ({ servicem8JobId: jobUuid }) => {
        const { account, company } = plumber
        const of = { accountUuid: account.uuid, fikenCompanySlug: company.slug, jobUuid }
        return { invoiceDraftUuid: draftUuid({ ...of, revision: 1 }) }
      },
    ],
  ]
  test.each(ways)('%s, shows that one alone', async (_how, change) => {
    const client = newClient(plumber)
    const mine = depositInvoice(plumber, client, [{ unitPrice: 90_000 }], ago(9))
    depositInvoice(plumber, client)
    const row = await belowZero(client)
    Object.assign(mine, change(row))
    expect(await numbersOf(row)).toEqual([true, String(mine.invoiceNumber)])
  })

  test('shows the customer’s when it is credited already', async () => {
    const client = newClient(plumber)
    const mine = depositInvoice(plumber, client, [{ unitPrice: 90_000 }], ago(9))
    const other = depositInvoice(plumber, client)
    const row = await belowZero(client)
    mine.ourReference = `Jobb #${row.servicem8Data?.job_number}`
    deposits.credit(plumber, mine)
    expect(await numbersOf(row)).toEqual([
      false,
      String(other.invoiceNumber),
      String(mine.invoiceNumber),
    ])
  })
})

test('a customer without invoices, or that Fiken does not know, is said as such', async () => {
  const client = newClient(plumber)
  const row = await belowZero(client)
  expect((await found(row)).body).toEqual({
    customer: client,
    ofJob: false,
    invoices: [],
    more: false,
  })
  const stranger = newClient(plumber)
  const job = completeNewJob(plumber, { client: stranger, lines: RETURNED })
  const unknown = await atRest(plumber, job)
  expect((await found(unknown)).body).toMatchObject({ customer: null, invoices: [] })
})

test('what Fiken does not answer is said, and asked for again', async () => {
  const client = newClient(plumber)
  depositInvoice(plumber, client)
  const row = await belowZero(client)
  books().faults.add({
    vendor: 'fiken',
    kind: 'status',
    status: 500,
    method: 'GET',
    path: '/invoices$',
  })
  const { status, body } = await found(row)
  expect(status).toBeGreaterThanOrEqual(500)
  expect((body as { message: string }).message).toMatch(/^Kunne ikke hente fakturaene fra Fiken\./)
  books().faults.clear()
  expect((await found(row)).status).toBe(200)
})

test('nobody else sees them', async () => {
  const row = await belowZero(newClient(plumber))
  expect((await found(row, plumber.world.visitor())).status).toBe(401)
  expect((await found(row, await signUp(plumber.world))).status).toBe(404)
})
