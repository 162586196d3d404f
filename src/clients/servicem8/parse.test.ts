import { expect, test } from 'vitest'
import { ExternalError } from '../http/external-error.ts'
import {
  parseAccount,
  parseClient,
  parseCompanyContact,
  parseJob,
  parseJobContact,
  parseJobLine,
  parseMaterial,
  parseSubscription,
} from './parse.ts'
import type { WireCompany, WireJob, WireJobMaterial, WireMaterial } from './wire.ts'

const OSLO = 'Europe/Oslo'

const wireJob: WireJob = {
  uuid: 'job-1',
  active: 1,
  edit_date: '2026-03-02 09:15:00',
  date: '2026-03-01 00:00:00',
  company_uuid: 'client-1',
  generated_job_id: '1042',
  status: 'Completed',
  purchase_order_number: '00417',
  job_description: 'Bytte sikring',
  work_done_description: 'Byttet',
  job_address: 'Storgata 5\n0155 Oslo',
  billing_address: '',
  geo_is_valid: 1,
  geo_number: '5',
  geo_street: 'Storgata',
  geo_city: 'Oslo',
  geo_state: 'Oslo',
  geo_postcode: '0155',
  geo_country: 'Norway',
  total_invoice_amount: '1250.0000',
  ready_to_invoice: '1',
  payment_processed: 0,
  payment_received: 0,
  invoice_sent: true,
  completion_date: '2026-03-02 09:14:58',
  badges: '',
}

const wireLine: WireJobMaterial = {
  uuid: 'line-1',
  active: 1,
  edit_date: '2026-03-02 09:15:00',
  job_uuid: 'job-1',
  material_uuid: '',
  name: 'Arbeid',
  quantity: '1.5000',
  price: '198.9000',
  displayed_amount: '198.9000',
  displayed_amount_is_tax_inclusive: '1',
  tax_rate_uuid: '',
  sort_order: '2',
}

function problemOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (error instanceof ExternalError && error.kind === 'bad_answer') return error.details
  }
  return 'no problem'
}

test('a completed job is read as live accounts write it', () => {
  expect(parseJob(wireJob, OSLO)).toEqual({
    uuid: 'job-1',
    active: true,
    number: '1042',
    status: 'Completed',
    companyUuid: 'client-1',
    categoryUuid: null,
    purchaseOrderNumber: '00417',
    jobDescription: 'Bytte sikring',
    workDoneDescription: 'Byttet',
    jobAddress: 'Storgata 5\n0155 Oslo',
    billingAddress: '',
    geo: { street: 'Storgata 5', postalCode: '0155', city: 'Oslo', country: 'Norway' },
    existsSince: '2026-03-01T23:00:00.000Z',
    completedAt: '2026-03-02T08:14:58.000Z',
    completedOn: '2026-03-02',
    editedAt: '2026-03-02T08:15:00.000Z',
    totalInvoiceAmount: '1250.0000',
    readyToInvoice: true,
    paymentProcessed: false,
    paymentReceived: false,
    editDate: '2026-03-02 09:15:00',
  })
})

test('an unfinished job has no completion, an ungeocoded one no site, and an unknown status is kept', () => {
  const job = parseJob(
    {
      ...wireJob,
      completion_date: '0000-00-00 00:00:00',
      geo_is_valid: '0',
      company_uuid: '',
      status: 'On hold',
      total_invoice_amount: 0,
    },
    OSLO,
  )
  expect(job).toMatchObject({
    completedAt: null,
    completedOn: null,
    geo: null,
    companyUuid: null,
    status: 'On hold',
    totalInvoiceAmount: '0',
  })
})

test.each([
  ['made as a quote', { quote_date: '2026-03-01 09:00:00' }, '2026-03-01T08:00:00.000Z'],
  ['made as a job', { work_order_date: '2026-03-01 10:00:00' }, '2026-03-01T09:00:00.000Z'],
  [
    'ordered after the quote',
    { quote_date: '2026-03-01 09:00:00', work_order_date: '2026-03-02 09:00:00' },
    '2026-03-01T08:00:00.000Z',
  ],
  ['of a day that is over', { date: '2026-03-01 00:00:00' }, '2026-03-01T23:00:00.000Z'],
  [
    'planned for a later day than it was made on',
    { work_order_date: '2026-03-01 10:00:00', date: '2026-03-08 00:00:00' },
    '2026-03-01T09:00:00.000Z',
  ],
  [
    'opened again after it was approved',
    { work_order_date: '2026-04-01 10:00:00', ready_to_invoice_stamp: '2026-03-01 12:00:00' },
    '2026-03-01T11:00:00.000Z',
  ],
  [
    'with stamps that are not dates',
    { quote_date: 'i går', work_order_date: '0000-00-00', quote_sent_stamp: true, date: {} },
    null,
  ],
])('a job %s tells by when it existed', (_, stamps, since) => {
  expect(parseJob({ ...wireJob, date: '', ...stamps }, OSLO).existsSince).toBe(since)
})

test('the completion date is the local one of the account, wherever that is', () => {
  const late = { ...wireJob, completion_date: '2026-03-02 23:30:00' }
  expect(parseJob(late, OSLO)).toMatchObject({
    completedOn: '2026-03-02',
    completedAt: '2026-03-02T22:30:00.000Z',
  })
  expect(parseJob(late, 'Australia/Sydney')).toMatchObject({
    completedOn: '2026-03-02',
    completedAt: '2026-03-02T12:30:00.000Z',
  })
})

test.each([
  ['uuid', ''],
  ['active', undefined],
  ['status', ''],
  ['edit_date', '0000-00-00 00:00:00'],
  ['completion_date', 'i går'],
  ['total_invoice_amount', undefined],
  ['total_invoice_amount', '1 250,00'],
  ['payment_processed', 'perhaps'],
  ['job_description', { text: 'x' }],
] as const)('a job whose %s is %j is refused by the name of that field', (field, value) => {
  expect(problemOf(() => parseJob({ ...wireJob, [field]: value }, OSLO))).toContain(`job.${field} `)
})

test('a line keeps its digits, whether they come as text or as a number', () => {
  expect(parseJobLine(wireLine)).toMatchObject({
    quantity: '1.5000',
    displayedAmount: '198.9000',
    displayedAmountIsTaxInclusive: true,
    taxRateUuid: null,
    materialUuid: null,
    bundleUuid: null,
    sortOrder: 2,
  })
  expect(
    parseJobLine({
      ...wireLine,
      displayed_amount: 198.9,
      quantity: -1,
      displayed_amount_is_tax_inclusive: 0,
    }),
  ).toMatchObject({
    displayedAmount: '198.9',
    quantity: '-1',
    displayedAmountIsTaxInclusive: false,
  })
})

test('a price is never guessed on a line that will be billed, and is irrelevant on a removed one', () => {
  for (const field of [
    'quantity',
    'displayed_amount',
    'displayed_amount_is_tax_inclusive',
  ] as const) {
    const { [field]: _left, ...without } = wireLine
    expect(problemOf(() => parseJobLine(without))).toContain(`jobmaterial.${field} is missing`)
    expect(parseJobLine({ ...without, active: 0 }).active).toBe(false)
  }
})

const wireClient: WireCompany = {
  uuid: 'client-1',
  active: 1,
  edit_date: '2026-03-02 09:15:00',
  name: ' Bakeriet AS ',
  abn_number: '',
  address: 'Storgata 5\n0155 Oslo',
  address_street: 'Storgata 5',
  address_city: 'Oslo',
  address_state: '',
  address_postcode: '0155',
  address_country: 'Norway',
  billing_address: '',
  billing_attention: '0',
  is_individual: 0,
}

test.each([
  ['940 155 223', '940155223'],
  ['NO 940155223 MVA', '940155223'],
  ['NO940155223MVA', '940155223'],
  ['940.155.223', '940155223'],
  ['Org.nr.: 940\u00a0155\u00a0223 (MVA)', '940155223'],
  [' Org.nr. 940 155 224 ', '940155224'],
  [' Solsiden AS ', 'Solsiden AS'],
  ['12 345 678 901', '12 345 678 901'],
  ['', ''],
])('the business number %j is read as %j', (written, read) => {
  expect(parseClient({ ...wireClient, abn_number: written }).organizationNumber).toBe(read)
})

test('a client without the sites add-on has no head office, and "0" is no attention line', () => {
  expect(parseClient(wireClient)).toMatchObject({
    name: 'Bakeriet AS',
    parentUuid: null,
    billingAttention: '',
    isIndividual: false,
  })
  expect(parseClient({ ...wireClient, parent_company_uuid: 'head' }).parentUuid).toBe('head')
})

test('contacts of clients and of jobs are read alike, and older names of their types are understood', () => {
  const base = {
    uuid: 'c-1',
    active: 1,
    edit_date: '',
    first: 'Kari',
    last: 'Nordmann',
    phone: '',
    mobile: '99 88 77 66',
    email: ' kari@example.no ',
  }
  expect(
    parseCompanyContact({
      ...base,
      company_uuid: 'client-1',
      type: 'BILLING',
      is_primary_contact: '1',
    }),
  ).toMatchObject({
    ownerUuid: 'client-1',
    type: 'BILLING',
    isPrimary: true,
    email: 'kari@example.no',
  })
  expect(parseJobContact({ ...base, job_uuid: 'job-1', type: 'Billing Contact' })).toMatchObject({
    ownerUuid: 'job-1',
    type: 'BILLING',
    isPrimary: false,
  })
  expect(parseJobContact({ ...base, job_uuid: 'job-1', type: 'Property Manager' }).type).toBe(
    'Property Manager',
  )
})

test('a product has numbers where lines have text', () => {
  const wire: WireMaterial = {
    uuid: 'm-1',
    active: 1,
    edit_date: '2026-03-02 09:15:00',
    item_number: 'K-16',
    name: 'Kabel',
    item_description: '',
    barcode: '',
    price: 198.9,
    cost: 0,
    price_includes_taxes: 1,
    tax_rate_uuid: '',
    item_is_inventoried: '1',
    quantity_in_stock: 12.5,
  }
  expect(parseMaterial(wire)).toMatchObject({
    price: '198.9',
    cost: '0',
    priceIncludesTax: true,
    isInventoried: true,
    quantityInStock: '12.5',
  })
})

test('an account in an unknown time zone is assumed to be in Norway', () => {
  expect(
    parseAccount({
      uuid: 'a',
      name: 'Elektro',
      timezone_name: 'Nowhere/Else',
      currency: 'nok',
      business_number: '999 999 999',
    }),
  ).toEqual({
    uuid: 'a',
    name: 'Elektro',
    timeZone: 'Europe/Oslo',
    currency: 'NOK',
    organizationNumber: '999999999',
  })
})

test('subscriptions are read in both of their forms', () => {
  const base = { uuid: 's-1', callback_url: 'https://app.example/hook', last_failure_reason: null }
  expect(
    parseSubscription(
      {
        ...base,
        type: 'object',
        object: 'job',
        fields: 'status, active',
        active: 1,
        unique_id: 'u',
      },
      OSLO,
    ),
  ).toEqual({
    uuid: 's-1',
    type: 'object',
    subject: 'job',
    callbackUrl: 'https://app.example/hook',
    fields: ['status', 'active'],
    uniqueId: 'u',
    active: true,
    lastFailureReason: '',
    createdAt: null,
  })
  expect(
    parseSubscription(
      {
        ...base,
        event: 'job.completed',
        active: '0',
        fields: ['a'],
        created_at: '2026-03-02 09:00:00',
      },
      OSLO,
    ),
  ).toMatchObject({
    type: 'event',
    subject: 'job.completed',
    active: false,
    createdAt: '2026-03-02T08:00:00.000Z',
  })
})
