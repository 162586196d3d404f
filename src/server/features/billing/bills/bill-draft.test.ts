import fc from 'fast-check'
import { expect, test } from 'vitest'
import { billDraft, contactOf, expectedOf } from './bill-draft.ts'
import { billUuid } from '../bill-uuid.ts'
import { missingOf, recipientOf } from '../subscriptions/recipient.ts'

const CHARGED = {
  uuid: 'u-1',
  month: '2026-12',
  price: 50_000,
  productName: 'Fakturabro',
  productDescription: 'Månedlig abonnement',
}
const REGISTERED = { vatRegistered: true, bankAccountNumber: '15064012345' }
const TO = { customerId: 7, issueDate: '2026-12-01' }

test('a bill is one line for the whole month, with 25 % VAT, due in 14 days', () => {
  expect(billDraft(CHARGED, { attention: 'Frode Fjordvik' }, REGISTERED, TO)).toEqual({
    uuid: 'u-1',
    customerId: 7,
    issueDate: '2026-12-01',
    daysUntilDueDate: 14,
    lines: [
      {
        description: 'Fakturabro, desember 2026',
        quantity: '1',
        unitPrice: 50_000,
        vatType: 'HIGH',
        incomeAccount: '3020',
        comment: 'Månedlig abonnement',
      },
    ],
    yourReference: 'Frode Fjordvik',
    bankAccountNumber: '15064012345',
  })
})

test('a seller outside VAT sends it without VAT, and what is empty is left out', () => {
  const draft = billDraft(
    { ...CHARGED, productDescription: '' },
    { attention: '' },
    { vatRegistered: false, bankAccountNumber: null },
    TO,
  )
  expect(draft).not.toHaveProperty('yourReference')
  expect(draft).not.toHaveProperty('bankAccountNumber')
  expect(draft.lines).toEqual([
    {
      description: 'Fakturabro, desember 2026',
      quantity: '1',
      unitPrice: 50_000,
      vatType: 'OUTSIDE',
      incomeAccount: '3200',
    },
  ])
})

test('a long product name is cut, never the month', () => {
  const [line] = billDraft(
    { ...CHARGED, productName: 'Lang '.repeat(60) },
    { attention: '' },
    REGISTERED,
    TO,
  ).lines
  expect(line?.description.length).toBeLessThanOrEqual(200)
  expect(line?.description).toMatch(/, desember 2026$/)
})

test('what it comes to is exact for every price in whole kroner', () => {
  expect(expectedOf(50_000, REGISTERED)).toEqual({
    net: 50_000,
    gross: 62_500,
    pricedLines: 1,
    theirGross: 62_500,
  })
  expect(expectedOf(50_000, { vatRegistered: false }).gross).toBe(50_000)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), (kroner) => {
      const { net, gross } = expectedOf(kroner * 100, REGISTERED)
      expect(Number.isInteger(gross)).toBe(true)
      expect((gross - net) * 4).toBe(net)
    }),
  )
})

test('the same subscription and month always have the same uuid, and no other has it', () => {
  const one = billUuid('5D8A1B66-9c1b-4c6e-9a43-6f1f3a0f5b11', '2026-12', 1)
  expect(one).toBe('c5d3e995-ae98-5c97-8846-3c06ae188a4c')
  expect(billUuid('5d8a1b66-9c1b-4c6e-9a43-6f1f3a0f5b11', '2026-12', 1)).toBe(one)
  const others = [
    billUuid('5d8a1b66-9c1b-4c6e-9a43-6f1f3a0f5b11', '2027-01', 1),
    billUuid('5d8a1b66-9c1b-4c6e-9a43-6f1f3a0f5b11', '2026-12', 2),
    billUuid('5d8a1b66-9c1b-4c6e-9a43-6f1f3a0f5b12', '2026-12', 1),
  ]
  expect(new Set([one, ...others]).size).toBe(4)
})

const USER = {
  firstName: ' Frode ',
  lastName: 'Fjordvik',
  companyName: 'Fjordvik Rør AS',
  email: 'frode@fjordvik.example',
  address: 'Kaigata 4',
  postalCode: '5003',
  city: 'Bergen',
}

test('a bill goes to the company, else to the person', () => {
  const recipient = recipientOf(USER)
  expect(recipient).toEqual({
    name: 'Fjordvik Rør AS',
    attention: 'Frode Fjordvik',
    email: 'frode@fjordvik.example',
    address: 'Kaigata 4',
    postalCode: '5003',
    city: 'Bergen',
  })
  expect(recipientOf({ ...USER, companyName: '  ' }).name).toBe('Frode Fjordvik')
  expect(contactOf(recipient, 'user-1')).toEqual({
    name: 'Fjordvik Rør AS',
    email: 'frode@fjordvik.example',
    memberNumber: 'user-1',
    address: {
      street: 'Kaigata 4',
      street2: '',
      postalCode: '5003',
      city: 'Bergen',
      country: 'Norway',
    },
  })
})

test('what a sales document must say of its buyer and is not there, is named', () => {
  expect(missingOf(recipientOf(USER))).toEqual([])
  const bare = {
    ...USER,
    firstName: null,
    lastName: null,
    companyName: null,
    address: '',
    postalCode: null,
    city: ' ',
  }
  expect(missingOf(recipientOf(bare))).toEqual(['navn', 'adresse', 'postnummer', 'poststed'])
})
