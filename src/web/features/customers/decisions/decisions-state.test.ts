import { expect, test } from 'vitest'
import type { Decision } from '#shared/contracts/customers'
import { found, keyOf, nameOf, recipientOf } from './decisions-state.ts'

const decision = (change: Partial<Decision> = {}): Decision => ({
  clientUuid: 'client',
  clientName: 'Ola Hansen',
  recipientKey: 'solsiden brl',
  recipientName: 'Borettslaget Solsiden',
  contactId: 1,
  contactName: 'Solsiden BRL',
  foundBy: 'person',
  forJob: null,
  at: '2026-11-23T10:00:00.000Z',
  ...change,
})

test('a decision is about a client and a recipient', () => {
  expect(keyOf(decision())).toBe('client solsiden brl')
  const forJob = { transferId: 'transfer', title: 'Jobb #7' }
  expect(keyOf(decision({ forJob }))).not.toBe(keyOf(decision()))
})

test('a client that is gone is named by its recipient, and else is unknown', () => {
  expect(nameOf(decision())).toBe('Ola Hansen')
  expect(nameOf(decision({ clientName: '' }))).toBe('Borettslaget Solsiden')
  expect(nameOf(decision({ clientName: '', recipientName: '' }))).toBe('Ukjent kunde')
})

test('the recipient is named only where it is somebody else', () => {
  expect(recipientOf(decision())).toBe('Borettslaget Solsiden')
  expect(recipientOf(decision({ recipientName: 'Ola Hansen' }))).toBeNull()
  expect(recipientOf(decision({ recipientName: '' }))).toBeNull()
  expect(recipientOf(decision({ clientName: '' }))).toBeNull()
})

test.each([
  ['', 1],
  ['  ', 1],
  ['OLA', 1],
  ['solsiden ola', 1],
  ['brl', 1],
  ['ola kari', 0],
  ['jobb #7', 1],
  ['jobb #8', 0],
])('the search %j finds %i', (search, count) => {
  const forJob = { transferId: 'transfer', title: 'Jobb #7' }
  expect(found([decision({ forJob })], search)).toHaveLength(count)
})
