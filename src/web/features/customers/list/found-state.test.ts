import { describe, expect, it } from 'vitest'
import type { Customer } from '#shared/contracts/customers'
import { countsOf, found, listed, savedSays, SHOWS, type Show } from './found-state.ts'

const billing = {
  billing_company_name: 'Vestbo BBL',
  billing_address: 'Postboks 77',
  billing_city: 'Nesttun',
  billing_postal_code: '5222',
  billing_country: 'Norge',
}

function customer(changes: Partial<Customer> = {}): Customer {
  return {
    uuid: changes.company_name ?? 'one',
    id: 'one',
    company_name: 'Damsgård Borettslag',
    contact_name: 'Kari Østensjø',
    email: 'styret@damsgard.no',
    phone: '22 33 44 55',
    address: 'Damsgårdsveien 12',
    city: 'Laksevåg',
    postal_code: '5058',
    country: 'Norge',
    organization_number: '923 609 016',
    ...billing,
    billing_organization_number: '',
    billing_text: '',
    needs_review: false,
    head_office: null,
    saved: null,
    contact: { contactId: 1, name: 'Boligbyggelaget Vest' },
    waiting: 0,
    waiting_transfer: null,
    version: '1',
    ...changes,
  }
}

const NOT_SAVED = { why: 'Hvorfor', at: '2026-11-23T07:00:00Z', theirs: billing }
const other = customer({
  company_name: 'Rør AS',
  contact_name: '',
  email: '',
  phone: '',
  address: '',
  city: '',
  postal_code: '',
  organization_number: '',
  billing_company_name: '',
  billing_address: '',
  billing_city: '',
  billing_postal_code: '',
  contact: null,
})
const list = listed([other, customer()])
const names = (q: string, show: readonly Show[] = []) =>
  found(list, { q, show }).map(({ name }) => name)

it('lists customers by name, and numbers in names by their size', () => {
  const streets = ['Storgata 10', 'Åsveien 1', 'Storgata 2', 'Storgata 1']
  const sorted = listed(streets.map((company_name) => customer({ company_name })))
  expect(sorted.map(({ name }) => name)).toEqual([
    'Storgata 1',
    'Storgata 2',
    'Storgata 10',
    'Åsveien 1',
  ])
})

describe('searching customers', () => {
  it.each([
    ['the name', 'damsgård bor'],
    ['the contact person', 'ØSTENSJØ'],
    ['the billing name', 'vestbo'],
    ['the e-mail', 'styret@'],
    ['the phone', '33 44'],
    ['the phone in one piece', '22334455'],
    ['the address', 'veien 12'],
    ['the billing address', 'postboks 77'],
    ['the city', 'laksevåg'],
    ['the billing city', 'NESTTUN'],
    ['the postal code', '5058'],
    ['the billing postal code', '5222'],
    ['the organisation number', '923 609'],
    ['the organisation number in one piece', '923609016'],
    ['the contact in Fiken', 'boligbyggelaget'],
  ])('looks at %s', (_, q) => {
    expect(names(q)).toEqual(['Damsgård Borettslag'])
  })
  it('looks at the head office of a site', () => {
    const site = listed([customer({ head_office: { uuid: 'x', name: 'Coop Vest SA' } })])
    expect(found(site, { q: 'coop', show: [] })).toHaveLength(1)
  })
  it('takes several words in any order, wherever they are, and does not mind spaces', () => {
    expect(names('  nesttun   damsgård ')).toEqual(['Damsgård Borettslag'])
    expect(names('nesttun rør')).toEqual([])
    expect(names('   ')).toEqual(['Damsgård Borettslag', 'Rør AS'])
  })
  it('finds an å however it was typed', () => {
    expect(names('damsga\u030Ard')).toEqual(['Damsgård Borettslag'])
    const decomposed = listed([customer({ company_name: 'Damsga\u030Ard' })])
    expect(found(decomposed, { q: 'damsgård', show: [] })).toHaveLength(1)
  })
  it('takes the groups of a number as one number', () => {
    const two = listed([customer({ phone: '22 33 44 55' }), customer({ phone: '55 44 33 22' })])
    expect(found(two, { q: ' 22 33 44', show: [] })).toHaveLength(1)
    expect(names('5058 damsgård')).toEqual(['Damsgård Borettslag'])
  })
  it('does not find what begins in one field and ends in the next', () => {
    expect(names('borettslagkari')).toEqual([])
  })
})

describe('the list of customers', () => {
  it('is in the order of the Norwegian alphabet, by the names that are shown', () => {
    const shown = listed(
      ['Ås Bygg', 'Berg AS', 'Ærlig AS', 'Øst AS', 'anders rør', ''].map((company_name) =>
        customer({ company_name, contact_name: '', email: 'z@rør.no' }),
      ),
    )
    expect(shown.map(({ name }) => name)).toEqual([
      'anders rør',
      'Berg AS',
      'z@rør.no',
      'Ærlig AS',
      'Øst AS',
      'Ås Bygg',
    ])
  })
})

describe('the filters', () => {
  const of = (changes: Partial<Customer>) =>
    SHOWS.filter((show) => found(listed([customer(changes)]), { q: '', show: [show] }).length > 0)

  it('each let through what they are named after', () => {
    expect(of({})).toEqual([])
    expect(of({ waiting: 1 })).toEqual(['waiting'])
    expect(of({ needs_review: true })).toEqual(['review'])
    expect(of({ saved: { ...NOT_SAVED, servicem8: 'changed' } })).toEqual(['review'])
    expect(of({ saved: { ...NOT_SAVED, servicem8: 'waiting' } })).toEqual([])
    expect(of({ contact: null })).toEqual(['unlinked'])
    expect(of({ organization_number: ' ' })).toEqual(['no_number'])
    expect(of({ email: ' ' })).toEqual(['no_email'])
  })
  it('show who gets one invoice for several jobs', () => {
    const choice = {
      clientUuid: customer().uuid,
      time: { every: 'hand' },
      byPurchaseOrder: false,
      nextOn: null,
      jobs: 0,
      amount: 0,
      outside: 0,
    } as const
    const chosen = listed([customer()], [choice])
    expect(found(chosen, { q: '', show: ['collective'] })).toHaveLength(1)
    expect(found(list, { q: '', show: ['collective'] })).toEqual([])
    expect(countsOf(chosen).collective).toBe(1)
    const headOffice = { uuid: customer().uuid, name: 'Hovedkontor AS' }
    const [site] = listed([customer({ uuid: 'site', head_office: headOffice })], [choice])
    expect(site?.collective).toEqual(choice)
  })
  it('hold together, and together with the search', () => {
    expect(names('', ['unlinked', 'no_email'])).toEqual(['Rør AS'])
    expect(names('', ['unlinked', 'waiting'])).toEqual([])
    expect(names('damsgård', ['unlinked'])).toEqual([])
  })
  it('say how many each would show of all', () => {
    expect(countsOf(list)).toEqual({
      waiting: 0,
      review: 0,
      unlinked: 1,
      no_number: 1,
      no_email: 1,
      collective: 0,
    })
    expect(countsOf(listed([customer({ waiting: 3, needs_review: true })]))).toMatchObject({
      waiting: 1,
      review: 1,
    })
  })
})

describe('what a row says of what was saved', () => {
  it('is nothing once it is in ServiceM8, and otherwise has the button that helps', () => {
    const says = (servicem8: 'written' | 'waiting' | 'consent' | 'changed') =>
      savedSays({ ...NOT_SAVED, servicem8 })
    expect(savedSays(null)).toBeNull()
    expect(says('written')).toBeNull()
    expect(says('waiting')).toEqual({
      tone: 'wait',
      title: 'Ikke skrevet til ServiceM8 ennå',
      why: 'Hvorfor',
      act: 'write',
      button: 'Prøv igjen',
    })
    expect(says('consent')).toMatchObject({ act: 'connect', button: 'Koble til ServiceM8 på nytt' })
    expect(says('changed')).toMatchObject({
      tone: 'bad',
      why: 'Hvorfor',
      act: 'compare',
      button: 'Se begge versjonene',
    })
  })
})
