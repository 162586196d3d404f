import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CreditNote } from '#clients/fiken/types'
import type { SeenCredit } from '#shared/credit'
import { anInvoice } from '#test/support/vendors/vendor-objects'
import { asksForNotes, creditOf, creditText, notesByInvoice } from './credit.ts'

const plain = (text: string) => text.replaceAll(/\s/g, ' ')

const inFull = { credited: true, outstanding: 0, settled: true }
const NOTE = { number: '20001', date: '2026-11-25', gross: 125_000 }
const seen = (changes: Partial<SeenCredit> = {}): SeenCredit => ({
  inFull: true,
  outstanding: 0,
  notes: [NOTE],
  ...changes,
})

describe('what of an invoice is credited', () => {
  it('is nothing while it has no credit note, also when it is paid or written off', () => {
    const settled = { outstanding: 0, settled: true }
    for (const one of [{}, { ...settled, totalPaid: 125_000 }, { ...settled, writtenOff: true }])
      expect(creditOf(anInvoice(one), [NOTE])).toBeNull()
  })
  it('is all of it when nothing is asked for any more and nothing was paid', () => {
    expect(creditOf(anInvoice(inFull), [NOTE])).toEqual(seen())
  })
  it('is a part of it when the rest is still asked for, or was paid', () => {
    const part = { ...NOTE, gross: 25_000 }
    expect(creditOf(anInvoice({ credited: true, outstanding: 100_000 }), [part])).toEqual({
      inFull: false,
      outstanding: 100_000,
      notes: [part],
    })
    const rest = { credited: true, outstanding: 0, totalPaid: 100_000, settled: true }
    expect(creditOf(anInvoice(rest), [part])?.inFull).toBe(false)
  })
})

describe('the list of credit notes is asked for', () => {
  const credited = anInvoice({ credited: true, outstanding: 100_000 })
  it('when an invoice was credited since it was last seen, or once more', () => {
    expect(asksForNotes(credited, null)).toBe(true)
    expect(asksForNotes(credited, seen({ inFull: false, outstanding: 110_000 }))).toBe(true)
  })
  it('when it has not shown the credit note yet', () => {
    expect(asksForNotes(credited, seen({ outstanding: 100_000, notes: [] }))).toBe(true)
  })
  it('not when nothing has happened since, and never for an invoice that nobody has credited', () => {
    expect(asksForNotes(credited, seen({ outstanding: 100_000 }))).toBe(false)
    expect(asksForNotes(anInvoice(), null)).toBe(false)
  })
})

const creditNotes = fc.uniqueArray(
  fc.record<CreditNote>({
    creditNoteId: fc.integer({ min: 1, max: 10_000 }),
    creditNoteNumber: fc.integer({ min: 20_000, max: 29_999 }).map(String),
    gross: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    issueDate: fc.constantFrom('2025-12-31', '2026-01-01', '2026-11-25'),
    invoiceId: fc.option(fc.integer({ min: 1, max: 4 })),
  }),
  { selector: ({ creditNoteId }) => creditNoteId, maxLength: 30 },
)

describe('credit notes by invoice', () => {
  it('are each with its own invoice, and those of none are left out', () => {
    const of = (creditNoteId: number, invoiceId: number | null, gross: number): CreditNote => ({
      creditNoteId,
      creditNoteNumber: String(20_000 + creditNoteId),
      gross,
      issueDate: '2026-11-25',
      invoiceId,
    })
    expect(
      notesByInvoice([of(3, 1, -5_000), of(2, null, 1), of(1, 1, 7_000), of(4, 2, 9)]),
    ).toEqual(
      new Map([
        [
          1,
          [
            { number: '20001', date: '2026-11-25', gross: 7_000 },
            { number: '20003', date: '2026-11-25', gross: 5_000 },
          ],
        ],
        [2, [{ number: '20004', date: '2026-11-25', gross: 9 }]],
      ]),
    )
  })
  it('are all there once, the oldest first, with their sum to the øre, in whatever order Fiken lists them', () => {
    fc.assert(
      fc.property(creditNotes, fc.infiniteStream(fc.nat()), (notes, places) => {
        const sorted = notesByInvoice(notes)
        const shuffled = notes
          .map((note) => ({ note, place: places.next().value as number }))
          .sort((one, other) => one.place - other.place)
        expect(new Map(notesByInvoice(shuffled.map(({ note }) => note)))).toEqual(sorted)
        for (const [invoiceId, found] of sorted) {
          const own = notes.filter((note) => note.invoiceId === invoiceId)
          const numbers = (all: string[]) => all.toSorted()
          expect(numbers(found.map(({ number }) => number))).toEqual(
            numbers(own.map(({ creditNoteNumber }) => creditNoteNumber)),
          )
          const dates = found.map(({ date }) => date)
          expect(dates).toEqual(dates.toSorted())
          const sum = found.reduce((all, { gross }) => all + gross, 0)
          expect(sum).toBe(own.reduce((all, { gross }) => all + Math.abs(gross), 0))
        }
        const shown = [...sorted.values()].flat().length
        expect(shown).toBe(notes.filter(({ invoiceId }) => invoiceId !== null).length)
      }),
    )
  })
})

describe('what is said of it', () => {
  it('names the credit note and its date', () => {
    expect(creditText(seen())).toBe('Kreditert i Fiken (kreditnota 20001 av 25.11.2026)')
  })
  it('says that it was credited while the note is not known', () => {
    expect(creditText(seen({ notes: [] }))).toBe('Kreditert i Fiken')
    expect(creditText(seen({ inFull: false, notes: [] }))).toBe('Delvis kreditert i Fiken')
  })
  it('of a part, says how much all its notes come to', () => {
    const notes = [
      { number: '20001', date: '2026-11-25', gross: 25_050 },
      { number: '20002', date: '2026-11-26', gross: 10_000 },
    ]
    expect(plain(creditText(seen({ inFull: false, outstanding: 89_950, notes })))).toBe(
      'Delvis kreditert i Fiken: 350,50 kr (kreditnota 20001 av 25.11.2026, kreditnota 20002 av 26.11.2026)',
    )
  })
  it('names every one of them, however many there are', () => {
    fc.assert(
      fc.property(creditNotes, fc.boolean(), (notes, isInFull) => {
        for (const found of notesByInvoice(notes).values()) {
          const text = creditText(seen({ inFull: isInFull, notes: found }))
          for (const { number } of found) expect(text).toContain(`kreditnota ${number} av `)
        }
      }),
    )
  })
})
