import { expect, test } from 'vitest'
import { bodyOf, contact, created, fikenOf, SLUG } from '#test/support/vendors/fiken-client'
import { json, vendorStub } from '#test/support/vendors/vendor-stub'
import type { WireProduct } from './wire.ts'

const product: WireProduct = {
  productId: 21,
  createdDate: '2026-01-01',
  lastModifiedDate: '2026-03-01',
  name: 'Kabel',
  productNumber: 'K-16',
  unitPrice: 10_000,
  incomeAccount: '3000',
  vatType: 'HIGH',
  active: true,
  stock: -0.6,
  note: 'rull',
}

test('the user and the companies are read', async () => {
  await using stub = await vendorStub((request, response) =>
    request.path.endsWith('/user')
      ? json(response, { name: 'Ola', email: ' ola@elektro.no ' })
      : json(response, [
          {
            slug: SLUG,
            name: 'Elektro AS',
            organizationNumber: '999 888 777',
            vatType: 'bi-monthly',
            hasApiAccess: true,
            testCompany: false,
            address: { streetAddress: 'Storgata 1 ', postCode: '0155', city: 'Oslo' },
          },
          { slug: 'lite', name: 'Lite', vatType: 'no', hasApiAccess: false, testCompany: true },
        ]),
  )
  const { fiken } = fikenOf(stub)
  expect(await fiken.user()).toEqual({ name: 'Ola', email: 'ola@elektro.no' })
  expect(await fiken.companies.list()).toEqual([
    {
      slug: SLUG,
      name: 'Elektro AS',
      organizationNumber: '999888777',
      vatRegistered: true,
      hasApiAccess: true,
      testCompany: false,
      address: { street: 'Storgata 1', street2: '', postalCode: '0155', city: 'Oslo', country: '' },
    },
    {
      slug: 'lite',
      name: 'Lite',
      organizationNumber: '',
      vatRegistered: false,
      hasApiAccess: false,
      testCompany: true,
      address: null,
    },
  ])
})

test('the whole chart of accounts is read, 100 at a time from page 0', async () => {
  await using stub = await vendorStub((request, response) =>
    json(response, [{ code: `30${request.query.get('page')}0`, name: 'x' }], 200, {
      'fiken-api-page-count': '3',
      'fiken-api-result-count': '3',
    }),
  )
  const accounts = await fikenOf(stub).company.accounts({ from: '3000', to: '3999' })
  expect(accounts.map((account) => account.code)).toEqual(['3000', '3010', '3020'])
  expect(stub.seen.map((request) => Object.fromEntries(request.query))).toEqual(
    ['0', '1', '2'].map((page) => ({
      fromAccount: '3000',
      toAccount: '3999',
      page,
      pageSize: '100',
    })),
  )
})
test('a contact is changed by writing all of it, without the read-only fields', async () => {
  await using stub = await vendorStub((request, response) =>
    request.method === 'GET' ? json(response, contact) : response.writeHead(200, created(11)).end(),
  )
  await fikenOf(stub).company.contacts.update(11, {
    email: 'faktura@bakeriet.no',
    phone: '123456789012345678901234',
    organizationNumber: '',
  })
  expect(bodyOf(stub.seen[1])).toEqual({
    name: 'Bakeriet AS',
    email: 'faktura@bakeriet.no',
    phoneNumber: '22 33 44 55',
    customer: true,
    supplier: false,
    inactive: false,
    memberNumberString: 'client-1',
    address: { streetAddress: 'Storgata 5', postCode: '0155', city: 'Oslo', country: 'Norway' },
    contactPerson: [{ contactPersonId: 5, name: 'Kari', email: 'kari@bakeriet.no' }],
    language: 'NORWEGIAN',
  })
})

test('a new contact is a customer, and its address always has a country', async () => {
  await using stub = await vendorStub((_request, response) =>
    response.writeHead(201, created(12)).end(),
  )
  const address = {
    street: 'Storgata 5',
    street2: '',
    postalCode: '0155',
    city: 'Oslo',
    country: '',
  }
  expect(
    await fikenOf(stub).company.contacts.create({
      name: 'Nytt AS',
      organizationNumber: '111 222 333',
      address,
    }),
  ).toBe(12)
  expect(bodyOf(stub.seen[0])).toEqual({
    name: 'Nytt AS',
    organizationNumber: '111222333',
    customer: true,
    address: { streetAddress: 'Storgata 5', postCode: '0155', city: 'Oslo', country: 'Norway' },
  })
})

test('contacts are found by what they actually are, active ones first', async () => {
  await using stub = await vendorStub((_request, response) =>
    json(response, [
      { ...contact, contactId: 1, inactive: true },
      { ...contact, contactId: 2, email: 'x@y.no' },
      { ...contact, contactId: 3, email: 'POST@bakeriet.no' },
    ]),
  )
  const found = await fikenOf(stub).company.contacts.find({ email: 'post@Bakeriet.no' })
  expect(found.map((one) => one.contactId)).toEqual([3, 1])
})

test('changing a price keeps number, note and stock, and only null ends stock keeping', async () => {
  await using stub = await vendorStub((request, response) =>
    request.method === 'GET' ? json(response, product) : response.writeHead(200, created(21)).end(),
  )
  const { products } = fikenOf(stub).company
  await products.update(21, { unitPrice: 0, name: undefined })
  const whole = {
    name: 'Kabel',
    productNumber: 'K-16',
    incomeAccount: '3000',
    vatType: 'HIGH',
    active: true,
    note: 'rull',
  }
  expect(bodyOf(stub.seen[1])).toEqual({ ...whole, unitPrice: 0, stock: -0.6 })
  await products.update(21, { stock: null })
  expect(bodyOf(stub.seen[3])).toEqual({ ...whole, unitPrice: 10_000 })
  await products.update(21, { stock: 0 })
  expect(bodyOf(stub.seen[5])).toEqual({ ...whole, unitPrice: 10_000, stock: 0 })
})
