import { describe, expect, it } from 'vitest'
import type { Transfer } from '#shared/contracts/transfers/row'
import { NEW_CONTACT, type Candidate } from '../../customers/choose/recipient-state.ts'
import {
  actOfKey,
  after,
  openQueue,
  placeIn,
  whyNotUndone,
  type Question,
  type QueueEvent,
} from './queue-state.ts'
import { aTransfer } from '../../../../../test/support/screens/a-transfer.ts'

const asked = (id: string): Question => ({ id, customer: `Kunde ${id}`, jobs: 1 })
const ALL = ['a', 'b', 'c'].map(asked)
const [A, B, C] = ALL as [Question, Question, Question]
const walked = (...events: QueueEvent[]) => events.reduce(after, openQueue(ALL))
const idsOf = (queue: ReturnType<typeof walked>) => queue.ahead.map(({ id }) => id).join('')

describe('the queue of customers', () => {
  it('goes from one to the next, and counts those that were answered or left for later', () => {
    expect(placeIn(walked())).toBe('1 av 3')
    const queue = walked({ kind: 'answered' }, { kind: 'later' })
    expect([placeIn(queue), idsOf(queue), queue.answered, queue.later]).toEqual([
      '3 av 3',
      'c',
      1,
      1,
    ])
    expect(after(after(queue, { kind: 'later' }), { kind: 'later' })).toMatchObject({ later: 2 })
  })

  it('shows a customer again at once when the answer is taken back', () => {
    const queue = walked({ kind: 'answered' }, { kind: 'taken back', question: A })
    expect([placeIn(queue), idsOf(queue)]).toEqual(['1 av 3', 'abc'])
  })

  it('brings a customer whose answer was not stored back after the shown one, or alone at the end', () => {
    const queue = walked({ kind: 'answered' }, { kind: 'failed', question: A })
    expect([placeIn(queue), idsOf(queue)]).toEqual(['1 av 3', 'bac'])
    const end = walked({ kind: 'answered' }, { kind: 'answered' }, { kind: 'answered' })
    expect(idsOf(after(end, { kind: 'failed', question: C }))).toBe('c')
    const read = after(queue, { kind: 'read', questions: [B, C] })
    expect(idsOf(read)).toBe('bac')
  })

  it('leaves out what was answered elsewhere, and adds who is uncertain since, but nobody twice', () => {
    const read = (...ids: string[]): QueueEvent => ({ kind: 'read', questions: ids.map(asked) })
    expect(idsOf(walked(read('a', 'c', 'd')))).toBe('acd')
    expect(idsOf(walked({ kind: 'later' }, read('a', 'c', 'd')))).toBe('bcd')
    expect(walked({ kind: 'answered' }, { kind: 'answered elsewhere' }).answered).toBe(0)
    expect(idsOf(walked({ kind: 'gone' }))).toBe('bc')
  })
})

describe('a key in the queue', () => {
  const two = [{ contactId: 7 }, { contactId: 9 }] as Candidate[]
  it.each([
    ['1', { act: 'choose', value: '7' }],
    ['2', { act: 'choose', value: '9' }],
    ['3', null],
    ['0', null],
    ['n', { act: 'choose', value: NEW_CONTACT }],
    ['N', { act: 'choose', value: NEW_CONTACT }],
    ['Enter', { act: 'confirm' }],
    ['s', { act: 'later' }],
    ['u', { act: 'back' }],
    ['x', null],
    ['F1', null],
  ])('%s', (key, act) => {
    expect(actOfKey(key, two)).toEqual(act)
  })
  it('chooses and confirms nothing before the contacts are shown', () => {
    expect(['1', 'n', 'Enter'].map((key) => actOfKey(key, null))).toEqual([null, null, null])
  })
})

describe('an answer that was sent', () => {
  const why = (changes: Partial<Transfer>) =>
    whyNotUndone(aTransfer({ fikenInvoiceDraftId: '12', ...changes }))
  const paid = { dueDate: null, paidAmount: null, checkedAt: null, toldAt: null }
  it('is taken back by undoing its draft', () => {
    expect(why({})).toBeNull()
  })
  it('says of an invoice why not, and of a job without a draft that there is none', () => {
    expect(why({ fikenInvoiceNumber: '10001' })).toMatch(/fakturert \(faktura 10001\)/)
    expect(why({ payment: { status: 'paid', ...paid } })).toMatch(
      /^Jobben er fakturert, og kan ikke/,
    )
    expect(why({ status: 'queued' })).toMatch(/ikke ferdig i Fiken ennå/)
    expect(why({ draftIsGone: true })).toMatch(/ikke noe utkast/)
    expect(why({ status: 'failed', fikenInvoiceDraftId: null })).toMatch(/ikke noe utkast/)
  })
})
