import { describe, expect, test } from 'vitest'
import {
  readCustomers,
  readCustomersState,
  saveCustomer,
  searchFikenContacts,
  undoCustomer,
  writeCustomerAgain,
  type BillingFields,
} from '#shared/contracts/customers'
import { fieldsOf, startCustomerScreen } from '../../support/people/customer-screen.ts'
import { signUp } from '../../support/world/world.ts'

const { plumber, all, named, inServicem8, edited, save, saved, fault } = await startCustomerScreen()

describe('the list', () => {
  test('shows each client of ServiceM8 with who receives its invoices', async () => {
    const customers = await all()
    expect(customers).toHaveLength(
      Object.values(plumber.account.tables.company).filter(({ active }) => active === 1).length,
    )
    expect(await named('Vestkanten Eiendom AS')).toMatchObject({
      email: 'faktura@vestkanten-eiendom.example',
      address: 'Loddefjordveien 2',
      postal_code: '5171',
      city: 'Loddefjord',
      country: 'Norge',
      organization_number: expect.stringMatching(/^\d{9}$/) as string,
      billing_company_name: 'Vestkanten Eiendom AS',
      needs_review: false,
      head_office: null,
      saved: null,
      waiting: 0,
    })
    expect(await named('Rema Drift Sentrum AS')).toMatchObject({
      billing_address: 'Postboks 451 Sentrum, Fakturamottak',
      billing_postal_code: '5805',
      billing_city: 'Bergen',
    })
  })

  test('names the head office as the recipient of its sites', async () => {
    const head = await named('Grieg & Sønner Eiendomsforvaltning AS')
    expect(await named('Grieg avd. Minde')).toMatchObject({
      head_office: { uuid: head.uuid, name: head.company_name },
      billing_company_name: head.company_name,
      billing_address: head.billing_address,
    })
  })

  test('is read anew when the person asks for it, and stays as it was while ServiceM8 is away', async () => {
    edited(await named('Fana Frisør DA'), { name: 'Fana Frisør og Spa DA' })
    const fresh = await plumber.person.call(readCustomers, { query: { forceRefresh: 'true' } })
    expect(fresh.map(({ company_name }) => company_name)).toContain('Fana Frisør og Spa DA')
    fault({ kind: 'status', status: 500 })
    const failed = await plumber.person.tryCall(readCustomers, { query: { forceRefresh: 'true' } })
    expect(failed.status).toBeGreaterThanOrEqual(500)
    expect(failed.body).toMatchObject({
      message: expect.stringContaining('Kunne ikke hente ferske data') as string,
    })
    expect(await all()).toEqual(fresh)
  })

  test('says what it is built on, and shows nobody else’s customers', async () => {
    expect(await plumber.person.call(readCustomersState)).toMatchObject({
      servicem8Connected: true,
      fikenReady: true,
      mayWrite: true,
      readAt: expect.any(String) as string,
    })
    const stranger = await signUp(plumber.world)
    expect(await stranger.call(readCustomers)).toEqual([])
    expect(await stranger.call(readCustomersState)).toEqual({
      servicem8Connected: false,
      fikenReady: false,
      mayWrite: false,
      readAt: null,
    })
    const { uuid } = await named('Kari Nordmann')
    const { status } = await stranger.tryCall(saveCustomer, {
      params: { uuid },
      body: fieldsOf(await named('Kari Nordmann')),
    })
    expect(status).toBe(404)
    expect((await plumber.world.visitor().tryCall(readCustomers)).status).toBe(401)
  })
})

describe('bad input', () => {
  test.each<[string, Partial<BillingFields>, string]>([
    ['no name', { billing_company_name: '  ' }, 'Skriv hvem fakturaen skal til'],
    [
      'every field empty',
      {
        billing_company_name: '',
        billing_address: '',
        billing_city: '',
        billing_postal_code: '',
        billing_country: '',
        billing_organization_number: '',
      },
      'Skriv hvem fakturaen skal til',
    ],
    ['a name of control characters', { billing_company_name: '\t\u0007' }, 'Skriv hvem'],
    ['a long name', { billing_company_name: 'x'.repeat(2_000) }, 'Navnet kan ha høyst 100 tegn'],
    ['a long address', { billing_address: 'x'.repeat(2_000) }, 'Adressen kan ha høyst 200 tegn'],
    ['a long town', { billing_city: 'x'.repeat(2_000) }, 'Poststedet kan ha høyst 100 tegn'],
    [
      'a long postcode',
      { billing_postal_code: '5'.repeat(2_000) },
      'Postnummeret kan ha høyst 20 tegn',
    ],
    ['a long country', { billing_country: 'x'.repeat(2_000) }, 'Landet kan ha høyst 100 tegn'],
    [
      'a long organisation number',
      { billing_organization_number: '9'.repeat(2_000) },
      'Organisasjonsnummeret kan ha høyst 60 tegn',
    ],
    ['three digits', { billing_postal_code: '501' }, 'Postnummer har fire siffer'],
    [
      'a wrong organisation number',
      { billing_organization_number: '123456789' },
      'Organisasjonsnummeret er ikke gyldig',
    ],
    ['no country of this world', { billing_country: 'Atlantis' }, 'er ikke et land vi kjenner'],
    ['half a character', { billing_address: 'a\ud800' }, 'et tegn som ikke kan lagres'],
    ['a NUL', { billing_company_name: 'a\u0000b' }, 'et tegn som ikke kan lagres'],
  ])('%s is refused with a sentence, and nothing is saved', async (_what, change, sentence) => {
    const customer = await named('Solheim Barnehage SA')
    const before = inServicem8(customer)
    const { status, body } = await save(customer, change)
    expect(status).toBe(400)
    expect((body as unknown as { message: string }).message).toContain(sentence)
    expect(inServicem8(customer)).toBe(before)
    expect((await named('Solheim Barnehage SA')).saved).toBeNull()
  })

  test('control characters and HTML are kept as the text they are, on one line', async () => {
    const customer = await named('Solheim Barnehage SA')
    const { customer: now } = await saved(customer, {
      billing_company_name: '<script>alert(1)</script>\r\nSA',
      billing_address: 'Gata\n1\t<b>bak</b>\u0007',
      billing_city: '"Bergen" & omegn',
    })
    expect(now).toMatchObject({
      billing_company_name: '<script>alert(1)</script> SA',
      billing_address: 'Gata 1 <b>bak</b>',
      billing_city: '"Bergen" & omegn',
    })
    expect(inServicem8(customer)).toBe(
      '<script>alert(1)</script> SA\nGata 1 <b>bak</b>\n5058 "Bergen" & omegn',
    )
  })

  test('another user’s customer is not there, whatever is asked of it, and stays as it was', async () => {
    const customer = await named('Åsane Bilverksted AS')
    const { undo } = await saved(customer, { billing_address: 'Egen gate 1' })
    const [before, text] = [await named(customer.company_name), inServicem8(customer)]
    const stranger = await signUp(plumber.world)
    const params = { uuid: customer.uuid }
    for (const answer of [
      await stranger.tryCall(saveCustomer, { params, body: fieldsOf(customer) }),
      await stranger.tryCall(undoCustomer, { params, body: { undo: undo ?? '' } }),
      await stranger.tryCall(writeCustomerAgain, { params }),
    ])
      expect(answer).toMatchObject({ status: 404, body: { message: 'Kunden finnes ikke.' } })
    expect(await named(customer.company_name)).toEqual(before)
    expect(inServicem8(customer)).toBe(text)
  })

  test('a customer without a uuid is refused in the words of the specification', async () => {
    const answer = await plumber.person.fetch('/api/customers/companies/', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fieldsOf(await named('Kari Nordmann'))),
    })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('Customer UUID is required for updates')
  })
})

describe('contacts in Fiken', () => {
  test('are found by parts of their names, from two characters on', async () => {
    const search = (query: string) =>
      plumber.person.tryCall(searchFikenContacts, { query: { query } })
    const { body } = await search('hotell')
    expect(body).toMatchObject({ success: true })
    expect((await search('x')).status).toBe(400)
    expect((await search('finnes neppe noe sted')).body).toEqual({ success: true, contacts: [] })
  })

  test('that were made there a minute ago are found, at one call however much is typed, and also while Fiken is away', async () => {
    const { vendors, person } = plumber
    const names = async (query: string) =>
      (await person.call(searchFikenContacts, { query: { query } })).contacts.map(
        ({ name }) => name,
      )
    const asked = () =>
      vendors.ledger.entries.filter(
        ({ method, path }) => method === 'GET' && path.endsWith('/contacts'),
      ).length
    await names('nyopprettet')
    plumber.addCustomer({ name: 'Nyopprettet Kunde AS' })
    plumber.later(61_000)
    const before = asked()
    const found = await Promise.all([names('nyopp'), names('nyopprettet'), names('kunde as')])
    for (const some of found) expect(some).toContain('Nyopprettet Kunde AS')
    expect(await names('nyopprettet kunde')).toHaveLength(1)
    expect(asked()).toBe(before + 1)

    plumber.later(61_000)
    fault({ vendor: 'fiken', kind: 'status', status: 500 })
    expect(await names('nyopprettet')).toEqual(['Nyopprettet Kunde AS'])
  })
})
