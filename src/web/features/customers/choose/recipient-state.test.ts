import { describe, expect, it } from 'vitest'
import {
  comparedWith,
  contactIdOf,
  firstChoice,
  NEW_CONTACT,
  type Candidate,
  type Choice,
} from './recipient-state.ts'

const recipient: Choice['recipient'] = {
  name: 'Bergen Bygg AS',
  address: 'Storgata 1\n5003 Bergen',
  email: 'Post@Bergenbygg.no',
  phone: null,
  parts: null,
  organizationNumber: '923 609 016',
}

const asked = { recipient, why: '', drafts: [], job: 'Jobb #7', jobs: 1 }

function candidate(changes: Partial<Candidate> = {}): Candidate {
  return {
    contactId: 7,
    name: 'Bergen Bygg',
    organizationNumber: '',
    email: '',
    address: '',
    inactive: false,
    score: 91,
    comparison: '91 %: lignende navn',
    ...changes,
  }
}

describe('choosing the customer', () => {
  it('compares each detail of a contact with the one the invoice is for', () => {
    const alike = candidate({
      organizationNumber: '923609016',
      email: 'post@bergenbygg.no',
      address: 'Storgata 1, 5003 Bergen',
    })
    expect(comparedWith(recipient, alike)).toEqual([
      { term: 'Org.nr.', value: '923\u00a0609\u00a0016', agrees: true },
      { term: 'E-post', value: 'post@bergenbygg.no', agrees: true },
      { term: 'Adresse', value: 'Storgata 1, 5003 Bergen', agrees: true },
    ])
  })
  it('points out a different organisation number, but not a different address, since one may have several', () => {
    const other = candidate({
      organizationNumber: '999999999',
      email: 'x@bergenbygg.no',
      address: 'Lillegata 2, 5003 Bergen',
    })
    expect(comparedWith(recipient, other).map((detail) => detail.agrees)).toEqual([
      false,
      null,
      null,
    ])
  })
  it('says nothing about what is unknown', () => {
    expect(comparedWith(recipient, candidate())).toEqual([])
    expect(
      comparedWith(
        { ...recipient, organizationNumber: null },
        candidate({ organizationNumber: '999999999' }),
      ),
    ).toMatchObject([{ agrees: null }])
  })
  it('preselects nothing, except a new contact where there is no other', () => {
    expect(firstChoice({ ...asked, candidates: [candidate()] })).toBe('')
    expect(firstChoice({ ...asked, candidates: [] })).toBe(NEW_CONTACT)
  })
  it('sends the contact, or none for a new one', () => {
    expect(contactIdOf('7')).toBe(7)
    expect(contactIdOf(NEW_CONTACT)).toBeNull()
  })
})
