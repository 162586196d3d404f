import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localDate } from '#sandbox/world/local-time'
import { createRecord } from '#sandbox/servicem8/records'
import { refreshMirrors } from '#server/features/mirrors/refresh'
import { readSession } from '#shared/contracts/auth'
import { saveConfiguration } from '#shared/contracts/configuration'
import { readPreview } from '#shared/contracts/transfers/preview'
import {
  atRest,
  completeNewJob,
  draftOf,
  startPlumber,
  storyOf,
} from '../../support/people/plumber.ts'

/** Tests that documents follow Fiken's current accounts, products, currency and text limits. */

const plumber = await startPlumber()

const complete = async (lines?: Parameters<typeof completeNewJob>[1]['lines']) =>
  atRest(plumber, completeNewJob(plumber, { client: 'Ola Hansen', ...(lines ? { lines } : {}) }))

test('a number is the same product whatever the case of its letters, and its line counts the stock', async () => {
  const { company, account, world } = plumber
  const product = company.products.find(({ productNumber }) => productNumber === '1021')
  const item = Object.values(account.tables.material).find(
    ({ item_number }) => item_number === '1021',
  )
  if (!product || !item) throw new Error('the seed has changed')
  Object.assign(product, { productNumber: 'VVS-100' })
  const material_uuid = createRecord(world.vendors, account, 'material', {
    ...item,
    uuid: undefined,
    item_number: 'vvs-100',
  })
  const count = company.products.length
  const lines = [{ name: 'Rør', displayed_amount: '10.0000', material_uuid }]
  const draft = draftOf(plumber, await complete(lines))
  expect(draft.lines.map(({ productId }) => productId)).toEqual([product.productId])
  expect(company.products).toHaveLength(count)
})

describe('a contact with another currency', () => {
  const give = (currency: string) => {
    const contact = plumber.company.contacts.find(({ name }) => name === 'Ola Hansen')
    if (!contact) throw new Error('the seed has changed')
    Object.assign(contact, { currency })
    plumber.vendors.touch()
    return contact
  }
  afterAll(() => void give('NOK'))

  test('has its draft in kroner', async () => {
    const contact = give('EUR')
    contact.lastModifiedDate = localDate(plumber.vendors.now())
    const { id } = await plumber.person.call(readSession)
    await refreshMirrors(plumber.world.product.platform, id)
    const row = await complete()
    expect([row.status, draftOf(plumber, row).currency]).toEqual(['completed', 'NOK'])
  })

  test('that nobody has told us of stops, before an invoice is made of it', async () => {
    const { company } = plumber
    const contact = give('')
    contact.lastModifiedDate = localDate(plumber.vendors.now())
    const { id } = await plumber.person.call(readSession)
    await refreshMirrors(plumber.world.product.platform, id)
    give('SEK')
    const before = company.invoices.length
    const row = await complete()
    expect(row).toMatchObject({ status: 'failed', errorCode: 'draft_differs' })
    expect(row.errorMessage).toContain('er i SEK, men skulle vært i norske kroner')
    expect(company.invoices).toHaveLength(before)
  })
})

test('a text that Fiken has no room for is said to be cut, on the row and in the preview', async () => {
  const name = 'Demontert og montert ny bereder '.repeat(15)
  const row = await complete([
    { name, displayed_amount: '100.0000' },
    { name: 'Arbeid', displayed_amount: '100.0000' },
  ])
  const said = /^Teksten på linjen «Demontert og .*…» er forkortet, fordi Fiken ikke har plass/
  expect(await storyOf(plumber, row)).toContainEqual(expect.stringMatching(said))
  const { notes } = await plumber.person.call(readPreview, { params: { id: row.id } })
  expect(notes).toContainEqual(expect.stringMatching(said))
})

describe('a bank account that was closed in Fiken', () => {
  const accountNamed = (code: string) => {
    const found = plumber.company.bankAccounts.find(({ accountCode }) => accountCode === code)
    if (!found) throw new Error(`no account ${code}`)
    return found
  }
  beforeAll(async () => {
    const { company, person } = plumber
    const [first] = company.bankAccounts
    const second = {
      ...first,
      bankAccountId: 77,
      accountCode: '1920:10002',
      bankAccountNumber: '15031234569',
    }
    company.bankAccounts.push(second as (typeof company.bankAccounts)[number])
    company.verifiedBankAccounts.push('15031234569')
    await person.call(saveConfiguration, { body: { fikenBankAccountCode: '1920:10002' } })
  })

  test('is on no draft after ten minutes', async () => {
    expect(draftOf(plumber, await complete()).bankAccountNumber).toBe('15031234569')
    accountNamed('1920:10002').inactive = true
    plumber.later(11 * 60_000)
    expect(draftOf(plumber, await complete()).bankAccountNumber).toBeUndefined()
    accountNamed('1920:10002').inactive = false
  })

  test('is on no invoice at all', async () => {
    const { company, person } = plumber
    await person.call(saveConfiguration, {
      body: { invoiceCreationMode: 'invoice', fikenBankAccountCode: '1920:10002' },
    })
    const numberOn = async () => {
      const { fikenDraftUuid } = await complete()
      return company.invoices.find(({ invoiceDraftUuid }) => invoiceDraftUuid === fikenDraftUuid)
        ?.bankAccountNumber
    }
    expect(await numberOn()).toBe('15031234569')
    accountNamed('1920:10002').inactive = true
    expect(await numberOn()).toBe(company.bankAccounts[0]?.bankAccountNumber)
    accountNamed('1920:10002').inactive = false
    expect(await numberOn()).toBe('15031234569')
  })
})
