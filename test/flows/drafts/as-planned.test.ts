import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addContact } from '#sandbox/fiken/contacts'
import { createRecord, updateRecord } from '#sandbox/servicem8/records'
import type { StoredContact } from '#sandbox/world/state'
import { saveConfiguration } from '#shared/contracts/configuration'
import { chooseRecipient, retryTransfer, undoTransfer } from '#shared/contracts/transfers/actions'
import { readPreview, type TransferPreview } from '#shared/contracts/transfers/preview'
import type { Transfer } from '#shared/contracts/transfers/row'
import { VAT_PERCENT } from '#shared/vat-types'
import {
  atRest,
  clientNamed,
  completeNewJob,
  draftOf,
  inboxEmpty,
  rateOf,
  startPlumber,
} from '../../support/people/plumber.ts'
import { asksForCustomer, become, isDone, newClient } from '../../support/people/unanswered.ts'
import { runs } from '../../support/size.ts'

/** Tests that a preview and its draft differ only if the vendors' data changed in between. */

const plumber = await startPlumber()

const ADDRESS = { streetAddress: 'Storgata 1', postCode: '5700', city: 'Voss', country: 'Norway' }
const NUMBERS = ['974760673', '923609016', '914778271']
const without = { address: '', billing_address: '' }
const at = (name: string, more: Partial<ContactFields> = {}) => ({
  name,
  customer: true,
  address: ADDRESS,
  ...more,
})

type ContactFields = Partial<StoredContact> & { name: string }

/** Kinds of customers, by their client fields in ServiceM8 and contacts in Fiken. */
const CUSTOMERS: Record<string, { client?: object; contacts?: (name: string) => ContactFields[] }> =
  {
    'a new one': {},
    'a new one without address': { client: without },
    'one in Fiken': { contacts: (name) => [at(name)] },
    'one in Fiken with days until the invoice is due': {
      contacts: (name) => [at(name, { daysUntilInvoicingDueDate: 30 })],
    },
    'one in Fiken under another spelling': { contacts: (name) => [at(name.toUpperCase())] },
    'one of two namesakes': { contacts: (name) => [at(name), at(name)] },
    'one of two namesakes without address': {
      client: without,
      contacts: (name) => [
        { name, customer: true },
        { name, customer: true },
      ],
    },
    'an inactive one': { contacts: (name) => [at(name, { inactive: true })] },
    'an inactive one with a successor': {
      client: { abn_number: NUMBERS[0] },
      contacts: (name) => [
        at(name, { inactive: true, organizationNumber: NUMBERS[0]! }),
        at(name, { organizationNumber: NUMBERS[0]! }),
      ],
    },
    'one whose number is another in Fiken': {
      client: { abn_number: NUMBERS[1] },
      contacts: (name) => [at(name, { organizationNumber: NUMBERS[2]! })],
    },
    'a supplier': { contacts: (name) => [at(name, { customer: false, supplier: true })] },
    'one without address in either': {
      client: without,
      contacts: (name) => [{ name, customer: true }],
    },
    'one without address in Fiken': { contacts: (name) => [{ name, customer: true }] },
  }
type Customer = keyof typeof CUSTOMERS

interface Example {
  customer: Customer
  choice: 'none' | 'first' | 'new'
  lines: { name: string; quantity: string; price: string; rate: number | null; item: boolean }[]
  then: object
  order: string
  description: string
}

const example: fc.Arbitrary<Omit<Example, 'customer'>> = fc.record({
  choice: fc.constantFrom('none', 'first', 'new'),
  lines: fc.array(
    fc.record({
      name: fc.constantFrom('Arbeid', 'Kobberrør 15 mm', 'Rabatt', 'Lang '.repeat(50)),
      quantity: fc.constantFrom('1', '0.25', '3.5', '-1', '0', '1234.5678'),
      price: fc.constantFrom('800.0000', '99.9900', '0.0500', '0.0000', '333.3333'),
      rate: fc.constantFrom(25, 25, 25, 15, 12, 0, 13, null),
      item: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
  then: fc.constantFrom<object>(
    ...[{}, {}, {}, {}, {}],
    { ready_to_invoice: '0' },
    { payment_processed: 1, payment_received: 1 },
    { status: 'Work Order' },
    { active: 0 },
    { total_invoice_amount: '0.0000' },
    { job_description: 'Noe annet' },
  ),
  order: fc.constantFrom('', '', 'PO-77', ' 4711 '),
  description: fc.constantFrom('', 'Byttet kran', 'Første linje\nAndre linje', 'æ'.repeat(600)),
})

const settings = fc.record({
  jobFetchType: fc.constantFrom('completed' as const, 'awaiting_payment' as const),
  autoCreateProducts: fc.boolean(),
})

const batch = fc
  .shuffledSubarray(Object.keys(CUSTOMERS), { minLength: 6, maxLength: 8 })
  .chain((customers) =>
    fc.tuple(...customers.map((customer) => example.map((one) => ({ ...one, customer })))),
  )
/** Generates the age of the copies of the vendors' data, in milliseconds. */
const age = fc.constantFrom(0, 70_000, 20 * 60_000)

test('the preview of a job is what becomes of it, for any job, customer and age of our copies', async () => {
  await fc.assert(
    fc.asyncProperty(batch, settings, age, async (jobs, how, elapsed) => {
      await plumber.person.call(saveConfiguration, { body: { ...how, isActive: false } })
      const rows: Transfer[] = []
      for (const one of jobs) rows.push(await beginAs(one))
      await inboxEmpty(plumber)
      plumber.later(elapsed)
      for (const [place, row] of rows.entries()) {
        const params = { id: row.id }
        const planned = plannedOf(await plumber.person.call(readPreview, { params }))
        const made = await run(row)
        expect.soft(made, JSON.stringify(jobs[place])).toEqual(planned)
      }
    }),
    { numRuns: Math.ceil(runs(400) / 20), endOnFailure: true },
  )
})

/** Makes the example's job; returns its transfer, which waits to be started. */
async function beginAs(one: Example): Promise<Transfer> {
  const { client = {}, contacts = () => [] } = CUSTOMERS[one.customer]!
  const name = newClient(plumber, { ready_to_invoice: '1', ...client })
  const { world } = plumber.world.sandbox
  for (const contact of contacts(name)) addContact(world, plumber.company, contact)
  const lines = [
    { name: 'Arbeid', quantity: '1', price: '5000.0000', rate: 25, item: false },
    ...one.lines,
  ]
  const job = completeNewJob(plumber, {
    client: name,
    fields: {
      ready_to_invoice: '1',
      job_description: one.description,
      purchase_order_number: one.order,
      ...(clientNamed(plumber.account, name).billing_address === '' ? { job_address: '' } : {}),
    },
    lines: lines.map(({ name: text, quantity, price, rate, item }, index) => ({
      name: text,
      quantity,
      displayed_amount: price,
      ...(rate === null ? {} : { tax_rate_uuid: rateOf(plumber.account, rate) }),
      ...(item ? { material_uuid: itemOf(text, index, price, rate) } : {}),
    })),
  })
  let row = await atRest(plumber, job)
  if (one.choice !== 'none') row = await chosen(row, one.choice)
  if (Object.keys(one.then).length > 0) {
    updateRecord(world, plumber.account, 'job', plumber.account.tables.job[job]!, { ...one.then })
    await inboxEmpty(plumber)
  }
  return row
}

let items = 0
function itemOf(name: string, index: number, price: string, rate: number | null): string {
  items += 1
  return createRecord(plumber.vendors, plumber.account, 'material', {
    item_number: `P${items}-${index}`,
    name,
    price,
    ...(rate === null ? {} : { tax_rate_uuid: rateOf(plumber.account, rate) }),
  })
}

/** Chooses the recipient for this job alone, and undoes the draft. */
async function chosen(row: Transfer, choice: 'first' | 'new'): Promise<Transfer> {
  const { person, company } = plumber
  const params = { id: row.id }
  await person.tryCall(retryTransfer, { params })
  const asked = await over(row)
  if (!asksForCustomer(asked)) return takenBack(asked)
  const name = clientNamed(plumber.account, asked.customerName ?? '').name
  const contact = company.contacts.find((one) => one.name === name && !one.inactive)
  const contactId = choice === 'first' ? (contact?.contactId ?? null) : null
  await person.call(chooseRecipient, { params, body: { contactId, always: false } })
  return takenBack(await over(asked))
}

async function takenBack(row: Transfer): Promise<Transfer> {
  if (!isDone(row)) return row
  await plumber.person.call(undoTransfer, { params: { id: row.id } })
  return over(row)
}

const over = (row: Transfer) =>
  become(
    plumber,
    row,
    'over',
    ({ status, updatedAt }) =>
      updatedAt > row.updatedAt && ['pending', 'completed', 'failed'].includes(status),
  )

interface Outcome {
  stopped: string | null
  recipient: string
  text: unknown[]
  lines: unknown[][]
  gross: number | null
}

const stoppedBy = (stopped: string | null): Outcome => ({
  stopped,
  recipient: '',
  text: [],
  lines: [],
  gross: null,
})

function plannedOf({ state, problems, recipient, head, lines, gross }: TransferPreview): Outcome {
  expect(state).toBe('planned')
  const [first] = problems
  if (first) return stoppedBy(first.code)
  return {
    stopped: null,
    recipient: recipient?.name ?? '',
    text: [
      head?.issueDate,
      head?.daysUntilDueDate,
      head?.invoiceText,
      head?.yourReference,
      head?.ourReference,
      head?.orderReference,
      head?.bankAccountNumber,
    ],
    lines: lines
      .filter(({ net, leftOut }) => net !== null && !leftOut)
      .map((line) => [
        line.description,
        line.comment,
        Number(line.quantity),
        line.unitPrice,
        Number(line.vatPercent),
        line.account,
      ]),
    gross,
  }
}

async function run(row: Transfer): Promise<Outcome> {
  const answer = await plumber.person.tryCall(retryTransfer, { params: { id: row.id } })
  if (answer.status === 409) return stoppedBy((answer.body as { code: string }).code)
  const made = await over(row)
  if (!isDone(made)) return stoppedBy(made.errorCode)
  const draft = draftOf(plumber, made)
  return {
    stopped: null,
    recipient: draft.recipient,
    text: [
      draft.issueDate,
      draft.daysUntilDueDate,
      draft.invoiceText ?? '',
      draft.yourReference ?? '',
      draft.ourReference ?? '',
      draft.orderReference ?? '',
      draft.bankAccountNumber ?? '',
    ],
    lines: draft.lines.map((line) => [
      line.description,
      line.comment ?? '',
      Number(line.quantity),
      line.unitPrice,
      Number(VAT_PERCENT[line.vatType as keyof typeof VAT_PERCENT]),
      line.incomeAccount,
    ]),
    gross: draft.gross,
  }
}
