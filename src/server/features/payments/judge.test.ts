import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Invoice } from '#clients/fiken/types'
import { addDays } from '#shared/dates'
import type { FollowedTransfer } from '../transfers/payments-of-transfers.ts'
import { changedSince, dueRanges, judge, type Reading } from './judge.ts'

function transfer(changes: Partial<FollowedTransfer> = {}): FollowedTransfer {
  const since = new Date('2026-11-01T10:00:00Z')
  return {
    id: 't1',
    jobNumber: '1007',
    draftUuid: 'a',
    gross: 125_000,
    known: 'draft',
    dueDate: null,
    paid: null,
    since,
    ...changes,
  }
}

function invoice(changes: Partial<Invoice> = {}): Invoice {
  return {
    invoiceId: 1,
    invoiceNumber: '10001',
    draftUuid: 'a',
    net: 100_000,
    gross: 125_000,
    issueDate: '2026-11-02',
    dueDate: '2026-11-16',
    saleId: 1,
    customerId: 1,
    ourReference: 'Jobb #1007',
    orderReference: '',
    lastModified: '2026-11-02',
    settled: false,
    writtenOff: false,
    totalPaid: 0,
    paidOn: '',
    outstanding: 125_000,
    credited: false,
    ...changes,
  }
}

const reading = (changes: Partial<Reading> = {}): Reading => ({ drafts: new Set(), invoices: [], whole: true, ...changes })
const statusOf = (one: FollowedTransfer, lists: Partial<Reading>) => judge([one], reading(lists))[0]?.status ?? null

describe('a transfer', () => {
  it('whose draft is in no list is gone only when the lists were whole', () => {
    expect(statusOf(transfer(), {})).toBe('gone')
    expect(statusOf(transfer(), { whole: false })).toBeNull()
    expect(statusOf(transfer(), { drafts: new Set(['a']), whole: false })).toBe('draft')
  })
  it('whose invoice is in no list keeps what was known: invoices are not deleted in Fiken', () => {
    expect(statusOf(transfer({ known: 'invoiced', dueDate: '2026-11-16', paid: 0 }), {})).toBeNull()
    expect(statusOf(transfer({ known: 'paid', dueDate: '2026-11-16', paid: 125_000 }), {})).toBeNull()
  })
  it('that is over and as it was is not written again, while an open one has been looked at', () => {
    const paid = invoice({ totalPaid: 125_000, outstanding: 0, settled: true })
    expect(judge([transfer({ known: 'paid', dueDate: '2026-11-16', paid: 125_000 })], reading({ invoices: [paid] }))).toEqual([])
    const open = transfer({ known: 'invoiced', dueDate: '2026-11-16', paid: 0 })
    expect(judge([open], reading({ invoices: [invoice()] }))).toMatchObject([{ status: 'invoiced', text: null }])
  })
  it('is known by our reference only when the draft is gone and one invoice of that amount has it', () => {
    const byHand = invoice({ draftUuid: '', ourReference: ' jobb  #1007' })
    expect(statusOf(transfer(), { invoices: [byHand] })).toBe('invoiced')
    expect(statusOf(transfer(), { invoices: [byHand], drafts: new Set(['a']) })).toBe('draft')
    expect(statusOf(transfer(), { invoices: [byHand, { ...byHand, invoiceId: 2 }] })).toBe('gone')
    expect(statusOf(transfer(), { invoices: [{ ...byHand, gross: 1 }] })).toBe('gone')
    const twins = [transfer(), transfer({ id: 't2', draftUuid: 'b' })]
    expect(judge(twins, reading({ invoices: [byHand] })).map(({ status }) => status)).toEqual(['gone', 'gone'])
    // Another transfer's own invoice is nobody else's.
    const [mine] = judge(
      [transfer(), transfer({ id: 't2', jobNumber: '2', draftUuid: 'b' })],
      reading({ invoices: [{ ...byHand, draftUuid: 'b' }] }),
    )
    expect(mine?.status).toBe('gone')
  })
  it('carries the number of its invoice, and none where none was seen', () => {
    expect(judge([transfer()], reading({ invoices: [invoice()] }))).toMatchObject([{ invoiceId: '1', invoiceNumber: '10001' }])
    expect(judge([transfer()], reading({ drafts: new Set(['a']) }))).toMatchObject([{ invoiceId: null, invoiceNumber: null }])
  })
  it('has no due date when Fiken gives an odd one', () => {
    expect(judge([transfer()], reading({ invoices: [invoice({ dueDate: '0000-00-00' })] }))[0]?.dueDate).toBeNull()
  })
})

test('settled invoices are asked for in at most eight pieces, and every due date is in one', () => {
  const days = fc.array(
    fc.integer({ min: 0, max: 3_000 }).map((n) => addDays('2024-01-01', n)),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(days, (dates) => {
      const ranges = dueRanges(dates)
      expect(ranges.length).toBeLessThanOrEqual(8)
      for (const date of dates) expect(ranges.filter(({ from, to }) => from <= date && date <= to)).toHaveLength(1)
    }),
  )
  expect(dueRanges(['2026-11-16', '2026-11-17', '2026-12-24'])).toEqual([
    { from: '2026-11-16', to: '2026-11-17' },
    { from: '2026-12-24', to: '2026-12-24' },
  ])
})

test('changed invoices are asked for from the last look, or from when what is not known yet was made', () => {
  const day = (at: Date) => at.toISOString().slice(0, 10)
  expect(changedSince('2026-11-20', [transfer()], day)).toBe('2026-11-19')
  expect(changedSince('', [transfer()], day)).toBe('2026-10-31')
  expect(changedSince('2026-11-20', [transfer(), transfer({ known: null })], day)).toBe('2026-10-31')
})
