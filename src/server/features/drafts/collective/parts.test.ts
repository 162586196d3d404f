import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MOST_LINES, partsOf, reasonsOf, type JobOfSet } from './parts.ts'

const job = (number: string, changes: Partial<JobOfSet> = {}): JobOfSet => ({
  accountUuid: 'account-1',
  jobUuid: `uuid-${number}`,
  number,
  completedOn: '2026-11-20',
  recipient: 'contact 1',
  purchaseOrder: '',
  lines: 3,
  ...changes,
})
const numbers = (parts: readonly JobOfSet[][]) =>
  parts.map((part) => part.map(({ number }) => number))

describe('the jobs of a collective draft', () => {
  it('stand in the order in which they were completed, then as people count', () => {
    const jobs = [
      job('100'),
      job('99'),
      job('7', { completedOn: null }),
      job('101', { completedOn: '2026-11-01' }),
      job('99', { jobUuid: 'uuid-0' }),
    ]
    const [part = []] = partsOf(jobs, { byPurchaseOrder: false })
    expect(part.map(({ number, jobUuid }) => `${number} ${jobUuid}`)).toEqual([
      '101 uuid-101',
      '99 uuid-0',
      '99 uuid-99',
      '100 uuid-100',
      '7 uuid-7',
    ])
  })
  it('have one recipient', () => {
    const jobs = [job('1'), job('2', { recipient: 'contact 2' }), job('3')]
    expect(numbers(partsOf(jobs, { byPurchaseOrder: false }))).toEqual([['1', '3'], ['2']])
  })
  it('are of one account in ServiceM8', () => {
    const jobs = [job('1'), job('2', { accountUuid: 'account-2' }), job('3')]
    expect(numbers(partsOf(jobs, { byPurchaseOrder: false }))).toEqual([['1', '3'], ['2']])
  })
  it('have one purchase order where the customer wants that', () => {
    const jobs = [
      job('1', { purchaseOrder: 'A' }),
      job('2', { purchaseOrder: 'B' }),
      job('3', { purchaseOrder: ' A ' }),
      job('4'),
    ]
    expect(numbers(partsOf(jobs, { byPurchaseOrder: true }))).toEqual([['1', '3'], ['2'], ['4']])
    expect(numbers(partsOf(jobs, { byPurchaseOrder: false }))).toEqual([['1', '2', '3', '4']])
  })
  it('are spread over several drafts when one would have too many lines', () => {
    const jobs = [1, 2, 3].map((number) => job(String(number), { lines: MOST_LINES / 2 }))
    expect(numbers(partsOf(jobs, { byPurchaseOrder: false }))).toEqual([['1', '2'], ['3']])
    const large = job('2', { lines: MOST_LINES + 1 })
    const around = [job('1'), large, job('3')]
    expect(numbers(partsOf(around, { byPurchaseOrder: false }))).toEqual([['1'], ['2'], ['3']])
  })

  const jobOfSet = fc.record({
    accountUuid: fc.constantFrom('account-1', 'account-2'),
    jobUuid: fc.uuid(),
    number: fc.stringMatching(/^\d{0,4}$/),
    completedOn: fc.constantFrom(null, '2026-11-01', '2026-11-02'),
    recipient: fc.constantFrom('contact 1', 'contact 2', 'a recipient without one'),
    purchaseOrder: fc.constantFrom('', 'A', 'B'),
    lines: fc.integer({ min: 2, max: 12 }),
  })
  const any = fc.uniqueArray(jobOfSet, { selector: ({ jobUuid }) => jobUuid, maxLength: 30 })
  it('are each in exactly one draft, with no more lines than fit', () => {
    fc.assert(
      fc.property(any, fc.boolean(), (jobs, byPurchaseOrder) => {
        const parts = partsOf(jobs, { byPurchaseOrder, mostLines: 20 })
        expect(parts.flat().toSorted(byUuid)).toEqual(jobs.toSorted(byUuid))
        for (const part of parts) {
          expect(new Set(part.map(({ recipient }) => recipient)).size).toBe(1)
          expect(new Set(part.map(({ accountUuid }) => accountUuid)).size).toBe(1)
          if (byPurchaseOrder)
            expect(new Set(part.map(({ purchaseOrder }) => purchaseOrder)).size).toBe(1)
          expect(part.reduce((total, { lines }) => total + lines, 0)).toBeLessThanOrEqual(20)
        }
      }),
    )
  })
  it('are the same whatever order they were read in', () => {
    fc.assert(
      fc.property(any, fc.boolean(), (jobs, byPurchaseOrder) => {
        const options = { byPurchaseOrder, mostLines: 20 }
        expect(partsOf(jobs.toReversed(), options)).toEqual(partsOf(jobs, options))
      }),
    )
  })
})

const byUuid = (one: JobOfSet, other: JobOfSet) => (one.jobUuid < other.jobUuid ? -1 : 1)

describe('why a draft has not all jobs of the set', () => {
  const reasons = (jobs: readonly JobOfSet[], byPurchaseOrder = false) =>
    reasonsOf(partsOf(jobs, { byPurchaseOrder }), { byPurchaseOrder })

  it('is nothing while one draft takes them all', () => {
    expect(reasons([job('1'), job('2', { purchaseOrder: 'A' })])).toEqual([[]])
    expect(reasons([])).toEqual([])
  })
  it('is the recipient, the order number, or the room', () => {
    expect(reasons([job('1'), job('2', { recipient: 'contact 2' })])).toEqual([
      ['recipient'],
      ['recipient'],
    ])
    expect(reasons([job('1'), job('2', { purchaseOrder: 'A' })], true)).toEqual([
      ['purchase_order'],
      ['purchase_order'],
    ])
    const full = { lines: MOST_LINES }
    expect(reasons([job('1', full), job('2', full)])).toEqual([['lines'], ['lines']])
    expect(reasons([job('1'), job('2', { accountUuid: 'account-2' })])).toEqual([[], []])
  })
  it('may be several', () => {
    const jobs = [
      job('1', { purchaseOrder: 'A', lines: MOST_LINES }),
      job('2', { purchaseOrder: ' A ', lines: MOST_LINES }),
      job('3', { purchaseOrder: 'B' }),
      job('4', { recipient: 'contact 2' }),
    ]
    expect(reasons(jobs, true)).toEqual([
      ['recipient', 'purchase_order', 'lines'],
      ['recipient', 'purchase_order', 'lines'],
      ['recipient', 'purchase_order'],
      ['recipient'],
    ])
  })
})
