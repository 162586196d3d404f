import { describe, expect, it } from 'vitest'
import type { Organization } from '#shared/contracts/organizations'
import type { Customer, FoundContact } from '#shared/contracts/customers'
import { ApiError } from '../../../lib/api.ts'
import {
  changedBy,
  changedElsewhere,
  conflictOf,
  draftOf,
  fieldsOfContact,
  fieldsOfNew,
  fieldsOfOrganization,
  inOneLine,
  isAmong,
  isChanged,
  replacedIn,
  savedIn,
  shownIn,
  stillTrue,
} from './edit-state.ts'

const billed = (
  changes: Partial<Record<'name' | 'address' | 'city' | 'code' | 'land' | 'number', string>>,
) => ({
  billing_company_name: changes.name ?? '',
  billing_address: changes.address ?? '',
  billing_city: changes.city ?? '',
  billing_postal_code: changes.code ?? '',
  billing_country: changes.land ?? '',
  billing_organization_number: changes.number ?? '',
})
const OWN = billed({
  name: 'Rør AS',
  address: 'Gata 1',
  city: 'Bergen',
  code: '5003',
  land: 'Norge',
})
const STORED = billed({
  name: 'Eier AS',
  address: 'Postboks 7',
  city: 'Oslo',
  code: '0150',
  land: 'Norge',
})

function customer(changes: Partial<Customer> = {}): Customer {
  return {
    company_name: 'Rør AS',
    contact_name: '',
    email: '',
    address: 'Gata 1',
    city: 'Bergen',
    postal_code: '5003',
    country: '',
    organization_number: '',
    ...STORED,
    saved: null,
    version: '1',
    ...changes,
  } as Customer
}

describe('the form begins', () => {
  it('with the stored recipient, which can be changed', () => {
    const draft = draftOf(customer())
    expect(draft.same).toBe(false)
    expect(shownIn(draft)).toEqual(STORED)
  })
  it('as "same as customer" where no other name is stored, with the customer’s own fields', () => {
    for (const billing_company_name of ['', 'Rør AS']) {
      const draft = draftOf(customer({ billing_company_name }))
      expect(draft.same).toBe(true)
      expect(shownIn(draft)).toEqual(OWN)
    }
  })
  it('and switched off shows the stored address, under a name that is never empty', () => {
    const draft = { ...draftOf(customer({ billing_company_name: ' ' })), same: false }
    expect(shownIn(draft)).toEqual({ ...STORED, billing_company_name: 'Rør AS' })
  })
  it('or, where none is stored, the customer’s own to begin with', () => {
    const nothing = { ...billed({ name: 'Eier AS' }) }
    expect(shownIn(draftOf(customer(nothing)))).toEqual({ ...OWN, billing_company_name: 'Eier AS' })
  })
  it('and remembers what was typed while the switch is on', () => {
    const draft = { ...draftOf(customer()), same: true }
    expect(shownIn(draft)).toEqual(OWN)
    expect(shownIn({ ...draft, same: false })).toEqual(STORED)
  })
})

describe('what is saved', () => {
  it('is what was typed, with its organisation number', () => {
    const typed = { ...STORED, billing_organization_number: '923609016' }
    expect(savedIn({ ...draftOf(customer()), same: false, typed }, customer())).toEqual(typed)
  })
  it('is the customer’s own, with the organisation number only when a person has changed it', () => {
    const { billing_organization_number: _, ...own } = OWN
    const draft = { ...draftOf(customer()), same: true }
    expect(savedIn(draft, customer())).toEqual(own)
    const changed = changedBy(draft, { billing_organization_number: '923609016' })
    expect(savedIn(changed, customer())).toEqual({
      ...own,
      billing_organization_number: '923609016',
    })
    expect(changed.typed).toEqual(draft.typed)
  })
  it('is what was changed of somebody else', () => {
    const draft = { ...draftOf(customer()), same: false }
    const changed = changedBy(draft, { billing_city: 'Oslo' })
    expect(savedIn(changed, customer())).toEqual({ ...draft.typed, billing_city: 'Oslo' })
    expect(changed.own).toEqual(draft.own)
  })
})

describe('an organisation that was looked up', () => {
  const found: Organization = {
    organizationNumber: '923609016',
    name: 'Nordlys AS',
    form: 'AS',
    address: { street: 'Havnegata 4', postalCode: '7010', city: 'Trondheim', country: 'Norge' },
    vatRegistered: true,
    ended: null,
  }
  it('fills in its name, number and address', () => {
    expect(fieldsOfOrganization(found, false)).toEqual(
      billed({
        name: 'Nordlys AS',
        address: 'Havnegata 4',
        city: 'Trondheim',
        code: '7010',
        land: 'Norge',
        number: '923609016',
      }),
    )
  })
  it('gives a customer that receives its own invoices only the number', () => {
    expect(fieldsOfOrganization(found, true)).toEqual({ billing_organization_number: '923609016' })
  })
  it('leaves what the register does not tell, and takes a country that goes without saying', () => {
    expect(fieldsOfOrganization({ ...found, name: '', address: null }, false)).toEqual({
      billing_organization_number: '923609016',
    })
    const address = { street: 'x', postalCode: '1', city: 'y', country: ' ' }
    expect(fieldsOfOrganization({ ...found, address }, false).billing_country).toBe('Norge')
  })
})

describe('closing the form', () => {
  it('loses nothing unless a field shows something else than when it was opened', () => {
    const draft = draftOf(customer())
    expect(isChanged(draft, customer())).toBe(false)
    expect(isChanged({ ...draft, same: true }, customer())).toBe(true)
    const typed = { ...STORED, billing_city: 'Oslo ' }
    expect(isChanged({ ...draft, typed }, customer())).toBe(false)
    expect(isChanged({ ...draft, typed: { ...STORED, billing_city: 'Moss' } }, customer())).toBe(
      true,
    )
  })
})

describe('"same as customer"', () => {
  it('says which stored address it replaces', () => {
    const one = customer({ billing_company_name: '' })
    expect(replacedIn(draftOf(one), one)).toBe('Postboks 7, 0150 Oslo')
    expect(replacedIn({ ...draftOf(one), same: false }, one)).toBe('')
  })
  it('says nothing where none is stored, or it is the same', () => {
    for (const stored of [billed({}), { ...OWN, billing_country: '' }])
      expect(replacedIn(draftOf(customer(stored)), customer(stored))).toBe('')
  })
})

describe('a contact in Fiken', () => {
  const contact: FoundContact = {
    name: 'Nordlys AS',
    address: 'Havnegata 4, 7010 Trondheim',
    contactId: 1,
    organizationNumber: '923609016',
    street: 'Havnegata 4',
    postalCode: '7010',
    city: 'Trondheim',
    country: ' ',
  }
  it('fills every field', () => {
    expect(fieldsOfContact(contact)).toEqual(
      billed({
        name: 'Nordlys AS',
        address: 'Havnegata 4',
        city: 'Trondheim',
        code: '7010',
        land: 'Norge',
        number: '923609016',
      }),
    )
    const mistyped = fieldsOfContact({ ...contact, organizationNumber: '923609017' })
    expect(mistyped.billing_organization_number).toBe('')
    expect(fieldsOfContact({ ...contact, country: 'Sverige' }).billing_country).toBe('Sverige')
  })
  it('of the same name makes a new one unnecessary', () => {
    expect(isAmong(' nordlys as', [contact])).toBe(true)
    expect(isAmong('Nordlys', [contact])).toBe(false)
    expect(isAmong('Nordlys AS', [{ ...contact, name: 'NORDLYS AS ' }])).toBe(true)
    expect(isAmong('Nordlys', [])).toBe(false)
  })
  it('that is new has a name and a country, and no address yet', () => {
    expect(fieldsOfNew('Ny AS')).toEqual(billed({ name: 'Ny AS', land: 'Norge' }))
  })
})

describe('two versions of a customer', () => {
  const theirs = { ...STORED, billing_address: 'Postboks 8' }
  const saved = { why: '', at: '', theirs }
  it('wait for a choice when the client was changed in ServiceM8 after it was saved here', () => {
    expect(conflictOf(customer({ saved: { ...saved, servicem8: 'changed' } }))).toEqual({
      mine: STORED,
      theirs,
      version: '1',
    })
    expect(conflictOf(customer({ saved: { ...saved, servicem8: 'waiting' } }))).toBeNull()
    expect(conflictOf(customer())).toBeNull()
  })
  it('come with the answer to a save that was too late', () => {
    const answer = { code: 'changed_elsewhere', customer: customer({ version: '2' }), theirs }
    expect(changedElsewhere(new ApiError(409, '', answer))).toEqual({
      customer: answer.customer,
      theirs,
    })
  })
  it('are not made up of any other failure', () => {
    const rest = { customer: customer(), theirs }
    expect(changedElsewhere(new ApiError(409, '', { code: 'other', ...rest }))).toBeNull()
    expect(changedElsewhere(new Error('nei'))).toBeNull()
    for (const part of [{ customer: null }, { theirs: null }, { customer: 'x' }, { theirs: 1 }]) {
      const answer = { code: 'changed_elsewhere', ...rest, ...part }
      expect(changedElsewhere(new ApiError(409, '', answer))).toBeNull()
    }
  })
})

it('nothing is said of a field that has been changed since it was sent', () => {
  const complaints = { billing_address: 'For lang', billing_city: 'Mangler' }
  const now = { ...STORED, billing_address: 'Postboks 8' }
  expect(stillTrue(complaints, STORED, now)).toEqual({ billing_city: 'Mangler' })
  expect(stillTrue(complaints, STORED, STORED)).toEqual(complaints)
})

it('free text is quoted in one line', () => {
  expect(inOneLine('Havn Drift AS,\n\n Postboks 9 \r\n5804 Bergen')).toBe(
    'Havn Drift AS, Postboks 9, 5804 Bergen',
  )
  expect(inOneLine(' \n ')).toBe('')
})
