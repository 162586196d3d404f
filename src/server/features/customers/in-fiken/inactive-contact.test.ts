import { expect, it } from 'vitest'
import { aRecipient } from '#test/support/people/recipients'
import { aFikenContact } from '#test/support/vendors/vendor-objects'
import { activeOnly, insteadOf } from './inactive-contact.ts'
import type { Match } from '../matching/candidates.ts'

const NUMBER = '940155223'
const contact = (contactId: number, changes: Partial<ReturnType<typeof aFikenContact>> = {}) =>
  aFikenContact({
    contactId,
    name: 'Solsiden AS',
    organizationNumber: NUMBER,
    inactive: false,
    ...changes,
  })
const old = contact(1, { inactive: true })

it('an inactive contact is followed by the only active one with the same number and name', () => {
  const next = contact(2, { name: 'SOLSIDEN A/S' })
  const department = contact(3, { name: 'Solsiden avd. Vest' })
  const namesake = contact(4, { organizationNumber: '' })
  expect(insteadOf(old, [old, next, department, namesake])).toEqual({
    kind: 'successor',
    contact: next,
  })
})

it.each([
  ['there is no other', [], [1]],
  ['another is inactive too', [contact(2, { inactive: true })], [1]],
  ['there are two', [contact(2), contact(3)], [1, 2, 3]],
  ['another has the number under another name', [contact(2, { name: 'Bakken AS' })], [1, 2]],
  ['another has the name without the number', [contact(2, { organizationNumber: '' })], [1, 2]],
])('a person is asked where %s', (_, others, candidates) => {
  const instead = insteadOf(old, [old, ...others])
  expect(instead).toMatchObject({ kind: 'ask' })
  expect(instead.kind === 'ask' && instead.contacts.map(({ contactId }) => contactId)).toEqual(
    candidates,
  )
  expect(instead.kind === 'ask' && instead.why).toContain('«Solsiden AS» er satt inaktiv i Fiken.')
})

it('without a number, the same name is a question', () => {
  const nameless = { ...old, organizationNumber: '' }
  expect(insteadOf(nameless, [contact(2, { organizationNumber: '' })]).kind).toBe('ask')
})

it('a match is changed only where its contact is inactive', () => {
  const link = (one: typeof old): Match => ({
    kind: 'link',
    contactId: one.contactId,
    by: 'link',
    contact: one,
    makeCustomer: false,
  })
  const active = link(contact(2))
  expect(activeOnly(active, aRecipient(), [])).toBe(active)
  expect(activeOnly(link(old), aRecipient(), [contact(2)])).toMatchObject({
    kind: 'link',
    contactId: 2,
    by: 'successor',
  })
  expect(activeOnly(link(old), aRecipient(), [])).toMatchObject({
    kind: 'ambiguous',
    candidates: [{ contactId: 1, inactive: true }],
  })
})
