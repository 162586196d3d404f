import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bodyOf, contact, created, fikenOf, SLUG } from '#test/support/vendors/fiken-client'
import { json, vendorStub } from '#test/support/vendors/vendor-stub'
import { idOf } from './access.ts'
import { quantityOf } from './drafts.ts'
import type { NewDraft } from './types.ts'
import type { WireDraft, WireInvoice } from './wire.ts'

const UUID = '3b1f8a52-7c1e-5a11-9d2e-0123456789ab'

const draft: WireDraft = {
  draftId: 77,
  uuid: UUID,
  type: 'invoice',
  lastModifiedDate: '2026-03-01',
  issueDate: '2026-03-01',
  lines: [{ quantity: 1.5, unitPrice: 95_000 }],
  net: 142_500,
  gross: 178_125,
  customers: [contact],
}
const PAYMENTS = [{ date: '2026-11-20' }, { date: '2026-11-18' }, { date: 1 }]
const invoice: WireInvoice = {
  invoiceId: 900,
  invoiceNumber: 10_042,
  invoiceDraftUuid: UUID,
  createdDate: '2026-03-01',
  lastModifiedDate: '2026-03-02',
  issueDate: '2026-03-01',
  dueDate: '2026-03-15',
  net: 142_500,
  vat: 35_625,
  gross: 178_125,
  lines: [],
  customer: contact,
  sale: {
    saleId: 5_000,
    settled: true,
    totalPaid: 178_125,
    outstandingBalance: 0,
    salePayments: PAYMENTS,
  },
}
const newDraft: NewDraft = {
  uuid: UUID,
  customerId: 11,
  issueDate: '2026-03-01',
  daysUntilDueDate: 14,
  ourReference: 'Jobb #1042',
  yourReference: '',
  bankAccountNumber: undefined,
  lines: [
    {
      description: 'Arbeid',
      quantity: '1.1',
      unitPrice: 95_000,
      vatType: 'HIGH',
      incomeAccount: '3020',
    },
  ],
}

test('a draft is sent with exactly the fields that Fiken knows, and its id is read from Location', async () => {
  await using stub = await vendorStub((_request, response) =>
    response.writeHead(201, created(77)).end(),
  )
  expect(await fikenOf(stub).company.drafts.create(newDraft)).toBe(77)
  expect(stub.seen[0]?.path).toBe(`/api/v2/companies/${SLUG}/invoices/drafts`)
  expect(bodyOf(stub.seen[0])).toEqual({
    type: 'invoice',
    uuid: UUID,
    customerId: 11,
    issueDate: '2026-03-01',
    daysUntilDueDate: 14,
    ourReference: 'Jobb #1042',
    lines: [
      {
        description: 'Arbeid',
        quantity: 1.1,
        unitPrice: 95_000,
        vatType: 'HIGH',
        incomeAccount: '3020',
      },
    ],
  })
})

test('a due date of today and a price of 0 are sent, not dropped', async () => {
  await using stub = await vendorStub((_request, response) =>
    response.writeHead(201, created(77)).end(),
  )
  const [first] = newDraft.lines
  if (!first) throw new Error('no line')
  await fikenOf(stub).company.drafts.create({
    ...newDraft,
    daysUntilDueDate: 0,
    lines: [{ ...first, unitPrice: 0, quantity: '0' }],
  })
  expect(bodyOf(stub.seen[0])).toMatchObject({
    daysUntilDueDate: 0,
    lines: [{ unitPrice: 0, quantity: 0 }],
  })
})

test.each([
  [
    'a 500',
    (response: Parameters<typeof json>[0]) => json(response, { message: 'duplikatfeil' }, 500),
  ],
  ['a broken connection', (response: Parameters<typeof json>[0]) => response.destroy()],
  [
    'a 201 without Location',
    (response: Parameters<typeof json>[0]) => response.writeHead(201).end(),
  ],
])(
  'after %s it is unknown whether the draft exists, and it is not sent again',
  async (_name, answer) => {
    await using stub = await vendorStub((_request, response) => answer(response))
    await expect(fikenOf(stub).company.drafts.create(newDraft)).rejects.toMatchObject({
      kind: 'unknown_outcome',
      retryable: false,
    })
    expect(stub.seen).toHaveLength(1)
  },
)

test('a draft that Fiken refuses was not created', async () => {
  await using stub = await vendorStub((_request, response) =>
    json(
      response,
      [{ logref: 'l-1', message: "Feil ved validering av data: 'customerId' er påkrevd." }],
      400,
    ),
  )
  await expect(fikenOf(stub).company.drafts.create(newDraft)).rejects.toMatchObject({
    kind: 'invalid',
    details: "Feil ved validering av data: 'customerId' er påkrevd. (l-1)",
  })
})

test('a draft is found by its uuid even where Fiken ignores the filter, and no other one is mistaken for it', async () => {
  const others = [
    { draftId: 1, uuid: 'other', lines: null },
    { ...draft, uuid: 'another' },
  ]
  await using stub = await vendorStub((request, response) =>
    json(
      response,
      request.query.get('page') === '0' ? others : [{ ...draft, uuid: UUID.toUpperCase() }],
      200,
      {
        'fiken-api-page-count': '2',
      },
    ),
  )
  const { drafts } = fikenOf(stub).company
  expect(await drafts.findByUuid(UUID)).toEqual({
    draftId: 77,
    uuid: UUID,
    type: 'invoice',
    net: 142_500,
    gross: 178_125,
    issueDate: '2026-03-01',
    customerId: 11,
    orderReference: '',
    lastModified: '2026-03-01',
    lineCount: 1,
    content: expect.objectContaining({
      customerId: 11,
      attachments: 0,
      lines: ['["","","1.5","95000","","","",""]'],
    }) as unknown,
  })
  expect(stub.seen[0]?.query.get('uuid')).toBe(UUID)
  expect(await drafts.findByUuid('00000000-0000-0000-0000-000000000000')).toBeNull()
})

test('a draft whose uuid cannot be read makes the search fail rather than return "none"', async () => {
  await using stub = await vendorStub((_request, response) =>
    json(response, [{ ...draft, uuid: { odd: true } }]),
  )
  await expect(fikenOf(stub).company.drafts.findByUuid(UUID)).rejects.toMatchObject({
    kind: 'bad_answer',
  })
})

test('an invoice is found by the uuid of its draft, with what is paid', async () => {
  await using stub = await vendorStub((_request, response) =>
    json(response, [{ ...invoice, invoiceDraftUuid: null }, invoice]),
  )
  expect(await fikenOf(stub).company.invoices.findByDraftUuid(UUID)).toEqual({
    invoiceId: 900,
    invoiceNumber: '10042',
    draftUuid: UUID,
    net: 142_500,
    gross: 178_125,
    issueDate: '2026-03-01',
    dueDate: '2026-03-15',
    customerId: 11,
    ourReference: '',
    orderReference: '',
    lastModified: '2026-03-02',
    saleId: 5_000,
    settled: true,
    writtenOff: false,
    totalPaid: 178_125,
    paidOn: '2026-11-20',
    outstanding: 0,
    creditNotes: [],
  })
  expect(Object.fromEntries(stub.seen[0]?.query ?? [])).toMatchObject({ invoiceDraftUuid: UUID })
})

test('making an invoice from a draft sends no body and does not trust Location', async () => {
  await using stub = await vendorStub((_request, response) =>
    response.writeHead(201, created(1)).end(),
  )
  await fikenOf(stub).company.drafts.createInvoice(77)
  expect(stub.seen[0]).toMatchObject({
    method: 'POST',
    path: `/api/v2/companies/${SLUG}/invoices/drafts/77/createInvoice`,
    body: '',
  })
})

test('a company without a number series has no counter', async () => {
  for (const status of [404, 409]) {
    await using stub = await vendorStub((_request, response) =>
      json(response, { message: 'invoice counter not initialized' }, status),
    )
    expect(await fikenOf(stub).company.invoices.counter()).toBeNull()
  }
  await using stub = await vendorStub((_request, response) => json(response, { value: 10_041 }))
  expect(await fikenOf(stub).company.invoices.counter()).toBe(10_041)
})
test('a quantity is sent with the digits it was given', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -999_999, max: 999_999 }),
      fc.integer({ min: 0, max: 9_999 }),
      (whole, part) => {
        const text = `${whole}.${String(part).padStart(4, '0')}`
        const plain = text.replace(/\.?0+$/, '')
        expect(JSON.stringify(quantityOf(text))).toBe(plain === '-0' ? '0' : plain)
      },
    ),
  )
  expect(JSON.stringify(quantityOf('-0.0000'))).toBe('0')
  for (const odd of ['1,5', '', 'NaN', '1e3', '1234567890123456.5'])
    expect(() => quantityOf(odd)).toThrow('quantity')
})

test.each([
  ['https://api.fiken.no/api/v2/companies/x/invoices/drafts/123', 123],
  ['/companies/x/contacts/9/', 9],
  ['https://fiken.no/x/12?y=1', 12],
  ['https://fiken.no/x/3b1f8a52-7c1e', null],
  ['', null],
  [null, null],
])('the id in %j is %j', (location, id) => {
  expect(idOf(location)).toBe(id)
})
