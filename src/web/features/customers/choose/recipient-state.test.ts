import { describe, expect, it } from 'vitest'
import {
  contactIdOf,
  factsOf,
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

function candidate(changes: Partial<Candidate> = {}): Candidate {
  return {
    contactId: 7,
    name: 'Bergen Bygg',
    organizationNumber: '',
    email: '',
    phone: '',
    address: '',
    inactive: false,
    details: [],
    ...changes,
  }
}

const asked = { recipient, why: '', drafts: [], job: 'Jobb #7', jobs: 1, isAsked: true }

describe('choosing the customer', () => {
  it('shows the same facts on both sides, with what is missing, and the server’s judgement', () => {
    const compared = { field: 'address', verdict: 'other', text: 'annen adresse' } as const
    const alike = candidate({
      organizationNumber: '923609016',
      address: 'Storgata 1, 5003 Bergen',
      details: [compared],
    })
    const choice = { recipient, candidates: [alike, candidate()] }
    expect(factsOf(choice, recipient)).toEqual([
      { term: 'Org.nr.', value: '923\u00a0609\u00a0016' },
      { term: 'E-post', value: 'Post@Bergenbygg.no' },
      { term: 'Adresse', value: 'Storgata 1\n5003 Bergen' },
    ])
    expect(factsOf(choice, alike)).toEqual([
      { term: 'Org.nr.', value: '923\u00a0609\u00a0016' },
      { term: 'E-post', value: '' },
      { term: 'Adresse', value: 'Storgata 1, 5003 Bergen', compared },
    ])
    expect(factsOf(choice, candidate()).map(({ value }) => value)).toEqual(['', '', ''])
  })
  it('leaves out what nobody has', () => {
    const nothing = { ...recipient, address: '', email: null, organizationNumber: null }
    const some = { recipient: nothing, candidates: [candidate({ phone: '55129901' })] }
    expect(factsOf(some, nothing)).toEqual([{ term: 'Telefon', value: '' }])
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
