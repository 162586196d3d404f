import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { creditedOf, type CreditFacts, type NoteOfInvoice } from './credit.ts'

const invoice = (changes: Partial<CreditFacts> = {}): CreditFacts => ({
  gross: 1_250_000,
  totalPaid: 0,
  outstanding: 0,
  creditNotes: [7],
  ...changes,
})
const note = (gross: number, creditNoteId = 7): NoteOfInvoice => ({ creditNoteId, gross })

const NOTHING = { sum: 0, inFull: false, doubt: null }
const part = (sum: number) => ({ sum, inFull: false, doubt: null })
const full = (sum = 1_250_000) => ({ sum, inFull: true, doubt: null })

describe('what of an invoice is credited', () => {
  it.each([
    [
      'nothing, without a credit note',
      invoice({ creditNotes: [], totalPaid: 1_250_000 }),
      [],
      NOTHING,
    ],
    ['nothing, also when it is written off', invoice({ creditNotes: [] }), [], NOTHING],
    [
      'a part that was paid and paid back',
      invoice({ totalPaid: 1_200_000 }),
      [note(50_000)],
      part(50_000),
    ],
    [
      'a part that was paid and is owed',
      invoice({ totalPaid: 1_250_000 }),
      [note(50_000)],
      part(50_000),
    ],
    [
      'a part, written with a minus',
      invoice({ totalPaid: 1_250_000 }),
      [note(-50_000)],
      part(50_000),
    ],
    ['a part, and the rest is written off', invoice(), [note(50_000)], part(50_000)],
    ['all but an øre', invoice({ outstanding: 1 }), [note(1_249_999)], part(1_249_999)],
    ['all, and nobody had paid', invoice(), [note(1_250_000)], full()],
    ['all, after it was paid', invoice({ totalPaid: 1_250_000 }), [note(1_250_000)], full()],
    [
      'all, and what was paid is owed back',
      invoice({ totalPaid: 1_250_000, outstanding: -1_250_000 }),
      [note(1_250_000)],
      full(),
    ],
    ['all, after a part was paid', invoice({ totalPaid: 600_000 }), [note(1_250_000)], full()],
    [
      'all, by two notes',
      invoice({ creditNotes: [7, 8] }),
      [note(1_000_000), note(250_000, 8)],
      full(),
    ],
    [
      'a part, by two notes',
      invoice({ creditNotes: [7, 8], totalPaid: 1_250_000 }),
      [note(50_000), note(250_000, 8)],
      part(300_000),
    ],
    [
      'a part, when one note is listed twice',
      invoice({ creditNotes: [7, 7], outstanding: 625_000 }),
      [note(625_000), note(625_000)],
      part(625_000),
    ],
    [
      'nothing for certain while a note is missing',
      invoice({ creditNotes: [7, 8] }),
      [note(1_250_000)],
      { sum: 1_250_000, inFull: false, doubt: 'notes' },
    ],
    [
      'nothing for certain by notes of others',
      invoice(),
      [note(1_250_000, 9)],
      { sum: 0, inFull: false, doubt: 'notes' },
    ],
    [
      'not all, while Fiken still asks for it',
      invoice({ outstanding: 1_200_000 }),
      [note(1_250_000)],
      { sum: 1_250_000, inFull: false, doubt: 'sums' },
    ],
    [
      'all, when more was paid back than was paid',
      invoice({ totalPaid: -50_000, outstanding: 50_000 }),
      [note(1_250_000)],
      full(),
    ],
  ] as const)('is %s', (_what, facts, notes, credited) => {
    expect(creditedOf(facts, notes)).toEqual(credited)
  })
})

type Act =
  { do: 'pay' | 'payBack' | 'credit'; ore: number } | { do: 'creditRest' | 'writeOff' | 'settle' }

const amount = fc.integer({ min: 1, max: 2_000 })
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    do: fc.constantFrom('pay' as const, 'payBack' as const, 'credit' as const),
    ore: amount,
  }),
  fc.record({ do: fc.constantFrom('creditRest' as const, 'writeOff' as const, 'settle' as const) }),
)

function booked(gross: number, acts: readonly Act[], showsDebt: boolean) {
  let totalPaid = 0
  let settled = false
  const notes: NoteOfInvoice[] = []
  const credited = () => notes.reduce((sum, one) => sum + one.gross, 0)
  const add = (ore: number) => {
    if (ore > 0) notes.push(note(ore, notes.length + 1))
  }
  for (const one of acts) {
    if (one.do === 'pay') totalPaid += one.ore
    else if (one.do === 'payBack') totalPaid -= one.ore
    else if (one.do === 'credit') add(Math.min(one.ore, gross - credited()))
    else if (one.do === 'creditRest') add(gross - credited())
    else settled = true
  }
  const left = gross - credited() - totalPaid
  const outstanding = settled ? 0 : showsDebt ? left : Math.max(0, left)
  const creditNotes = notes.map(({ creditNoteId }) => creditNoteId)
  return { facts: { gross, totalPaid, outstanding, creditNotes }, notes, sum: credited() }
}

test('an invoice is credited in full exactly when its notes come to all of it, whatever else was done to it and when', () => {
  fc.assert(
    fc.property(amount, fc.array(act, { maxLength: 8 }), fc.boolean(), (gross, acts, showsDebt) => {
      const { facts, notes, sum } = booked(gross, acts, showsDebt)
      const credited = creditedOf(facts, notes)
      expect(credited).toEqual({ sum, inFull: notes.length > 0 && sum === gross, doubt: null })
      // The order of the credit notes, and other invoices' credit notes, must change nothing.
      const others = [note(gross, 99), ...notes.toReversed()]
      expect(creditedOf({ ...facts, creditNotes: facts.creditNotes.toReversed() }, others)).toEqual(
        credited,
      )
    }),
  )
})

test('without all of its notes it is never credited in full', () => {
  fc.assert(
    fc.property(amount, fc.array(act, { maxLength: 8 }), fc.nat(), (gross, acts, which) => {
      const { facts, notes } = booked(gross, acts, false)
      fc.pre(notes.length > 0)
      const missing = notes.toSpliced(which % notes.length, 1)
      expect(creditedOf(facts, missing)).toMatchObject({ inFull: false, doubt: 'notes' })
    }),
  )
})
