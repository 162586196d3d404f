import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  FINISHED,
  isKnownPayment,
  paymentLabel,
  paymentOf,
  PAYMENT_STATUSES,
  shownPayment,
  type InvoiceFacts,
} from './payment-status.ts'

const TODAY = '2026-11-21'
const facts = (change: Partial<InvoiceFacts> = {}): InvoiceFacts => {
  const { gross = 100_000, totalPaid = 0 } = change
  const outstanding = gross - totalPaid
  return {
    gross,
    totalPaid,
    outstanding,
    settled: outstanding <= 0,
    writtenOff: false,
    ...change,
  }
}

const NOTHING = { inFull: false }

describe('what an invoice is', () => {
  it.each([
    ['invoiced: nothing is paid', {}, 'invoiced'],
    ['partly paid', { totalPaid: 1 }, 'part_paid'],
    ['paid', { totalPaid: 100_000 }, 'paid'],
    ['paid with more than was asked for', { totalPaid: 100_050 }, 'paid'],
    ['credited in part, and nothing is paid', { outstanding: 60_000 }, 'invoiced'],
    [
      'credited in part, and the rest is paid',
      { totalPaid: 60_000, outstanding: 0, settled: true },
      'paid',
    ],
    [
      'credited in part after it was paid',
      { totalPaid: 100_000, outstanding: -40_000, settled: true },
      'paid',
    ],
    [
      'written off: settled, and not paid',
      { writtenOff: true, outstanding: 0, settled: true },
      'settled',
    ],
    [
      'written off after a part was paid',
      { writtenOff: true, totalPaid: 50_000, outstanding: 0, settled: true },
      'settled',
    ],
    ['marked as settled without payment', { settled: true }, 'settled'],
    ['on nothing at all, so that nobody has paid', { gross: 0 }, 'settled'],
    ['on nothing at all, and not settled yet', { gross: 0, settled: false }, 'invoiced'],
  ] as const)('%s', (_, change, status) => {
    expect(paymentOf(facts(change), NOTHING)).toBe(status)
    expect(paymentOf(facts(change), { inFull: true })).toBe('credited')
  })

  test('only money makes it paid, and reversing it all makes it invoiced again, whatever was paid', () => {
    const amount = fc.integer({ min: 1, max: 10_000_000 })
    fc.assert(
      fc.property(amount, fc.array(amount, { maxLength: 6 }), (gross, payments) => {
        const seen = payments.map((_, n) =>
          payments.slice(0, n + 1).reduce((sum, one) => sum + one, 0),
        )
        for (const totalPaid of seen) {
          const status = paymentOf(facts({ gross, totalPaid }), NOTHING)
          expect(status).toBe(totalPaid >= gross ? 'paid' : 'part_paid')
        }
        expect(paymentOf(facts({ gross, totalPaid: 0 }), NOTHING)).toBe('invoiced')
      }),
    )
  })

  test('what is shown is one of the known words with a label, and only open invoices fall due', () => {
    const odd = fc.integer({ min: -1_000, max: 1_000 })
    const any = fc.record({
      gross: odd,
      totalPaid: odd,
      outstanding: odd,
      settled: fc.boolean(),
      writtenOff: fc.boolean(),
    })
    const day = fc.option(fc.constantFrom('2026-11-20', '2026-11-21', '2026-11-22'), { nil: null })
    fc.assert(
      fc.property(any, fc.boolean(), day, (given, inFull, dueDate) => {
        const known = paymentOf(given, { inFull })
        const shown = shownPayment(known, dueDate, TODAY)
        expect(PAYMENT_STATUSES).toContain(shown)
        expect(paymentLabel(shown!).text).not.toBe('')
        const open = known === 'invoiced' || known === 'part_paid'
        expect(shown === 'overdue').toBe(open && dueDate === '2026-11-20')
        if (known === 'paid') expect(given.totalPaid).toBeGreaterThan(0)
      }),
    )
  })
})

test('an invoice is overdue from the day after its due date, and nothing else ever is', () => {
  expect(shownPayment('invoiced', TODAY, TODAY)).toBe('invoiced')
  expect(shownPayment('invoiced', TODAY, '2026-11-22')).toBe('overdue')
  expect(shownPayment('part_paid', TODAY, '2026-11-22')).toBe('overdue')
  expect(shownPayment('paid', TODAY, '2026-11-22')).toBe('paid')
  expect(shownPayment('draft', null, TODAY)).toBe('draft')
  expect(shownPayment('gone', TODAY, '2026-11-22')).toBeNull()
})

test('nothing more is expected of what is paid, credited, settled or gone, but something is of an open invoice', () => {
  expect([...FINISHED].sort()).toEqual(['credited', 'gone', 'paid', 'settled'])
})

test('what is stored is recognised by its words: overdue is only ever shown, and gone is only ever stored', () => {
  for (const stored of ['draft', 'invoiced', 'part_paid', 'paid', 'credited', 'settled', 'gone']) {
    expect({ stored, known: isKnownPayment(stored) }).toEqual({ stored, known: true })
  }
  for (const other of ['overdue', '', 'PAID', null])
    expect({ other, known: isKnownPayment(other) }).toEqual({ other, known: false })
})
