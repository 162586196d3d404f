import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CreditNote } from '#clients/fiken/types'
import type { SeenCredit } from '#shared/credit'
import { aFollowedTransfer } from '#test/support/people/followed-transfer'
import { aCreditNote, anInvoice } from '#test/support/vendors/vendor-objects'
import type { FollowedTransfer } from '../transfers/payment-store.ts'
import { asksForNotes, creditOf, creditText, isUnread, notesById } from './credit.ts'
import { judge } from './judge.ts'

const plain = (text: string) => text.replaceAll(/\s/g, ' ')

const inFull = { creditNotes: [7], outstanding: 0, settled: true }
const NOTE = { id: 7, number: '20001', date: '2026-11-25', gross: 125_000 }
const seen = (changes: Partial<SeenCredit> = {}): SeenCredit => ({
  inFull: true,
  outstanding: 0,
  ids: [7],
  notes: [NOTE],
  ...changes,
})
const read = (...notes: CreditNote[]) => notesById(notes)

describe('what of an invoice is credited', () => {
  it('is nothing while it has no credit note, also when it is paid or written off', () => {
    const settled = { outstanding: 0, settled: true }
    for (const one of [{}, { ...settled, totalPaid: 125_000 }, { ...settled, writtenOff: true }])
      expect(creditOf(anInvoice(one), read(aCreditNote()), null).seen).toBeNull()
  })
  it('is all of it when its notes come to all of it', () => {
    expect(creditOf(anInvoice(inFull), read(aCreditNote()), null).seen).toEqual(seen())
  })
  it('is a part of it when they do not, also when it was paid', () => {
    const part = aCreditNote({ gross: -25_000 })
    const kept = { ...NOTE, gross: 25_000 }
    const open = anInvoice({ creditNotes: [7], outstanding: 100_000 })
    expect(creditOf(open, read(part), null).seen).toEqual({
      inFull: false,
      outstanding: 100_000,
      ids: [7],
      notes: [kept],
    })
    const paid = anInvoice({ ...inFull, totalPaid: 125_000 })
    expect(creditOf(paid, read(part), null).seen?.inFull).toBe(false)
  })
  it('is known by the notes that were seen before, and in doubt while one is missing', () => {
    expect(creditOf(anInvoice(inFull), read(), seen()).seen).toEqual(seen())
    const two = anInvoice({ ...inFull, creditNotes: [8, 7] })
    expect(creditOf(two, read(), seen()).seen).toEqual(
      seen({ inFull: false, ids: [7, 8], doubt: 'notes' }),
    )
  })
  it('is not known by a note that says it is of another invoice', () => {
    const other = aCreditNote({ invoiceId: 2 })
    expect(creditOf(anInvoice(inFull), read(other), null).credited.doubt).toBe('notes')
    const none = aCreditNote({ invoiceId: null })
    expect(creditOf(anInvoice(inFull), read(none), null).credited.inFull).toBe(true)
  })
  it('is named oldest first', () => {
    const two = anInvoice({ ...inFull, creditNotes: [7, 8] })
    const older = aCreditNote({ creditNoteId: 8, issueDate: '2026-11-20' })
    const { seen: both } = creditOf(two, read(aCreditNote(), older), null)
    expect(both?.notes.map(({ id }) => id)).toEqual([8, 7])
  })
})

describe('the list of credit notes is asked for', () => {
  const credited = anInvoice({ creditNotes: [7], outstanding: 100_000 })
  it('when an invoice was credited since it was last seen, or once more', () => {
    expect(asksForNotes(credited, null)).toBe(true)
    expect(asksForNotes({ ...credited, creditNotes: [7, 8] }, seen())).toBe(true)
  })
  it('when it has not shown the credit note yet', () => {
    expect(asksForNotes(credited, seen({ notes: [] }))).toBe(true)
  })
  it('once of what the rule before has stored', () => {
    const { ids: _ids, ...former } = seen()
    expect(asksForNotes(credited, former)).toBe(true)
    expect(isUnread(former)).toBe(true)
  })
  it('not when nothing has happened since, and never for an invoice that nobody has credited', () => {
    expect(asksForNotes(credited, seen())).toBe(false)
    expect(asksForNotes(credited, seen({ outstanding: 90_000 }))).toBe(false)
    expect(asksForNotes(anInvoice(), null)).toBe(false)
  })
})

const creditNotes = fc.array(
  fc.record({
    id: fc.integer({ min: 1, max: 10_000 }),
    number: fc.integer({ min: 20_000, max: 29_999 }).map(String),
    gross: fc.integer({ min: 0, max: 1_000_000 }),
    date: fc.constantFrom('2025-12-31', '2026-01-01', '2026-11-25'),
  }),
  { maxLength: 30 },
)

describe('what is said of it', () => {
  it('names the credit note and its date', () => {
    expect(creditText(seen())).toBe('Kreditert i Fiken (kreditnota 20001 av 25.11.2026)')
  })
  it('says that it was credited while the note is not known', () => {
    expect(creditText(seen({ notes: [] }))).toBe('Kreditert i Fiken')
    expect(creditText(seen({ inFull: false, notes: [] }))).toBe('Delvis kreditert i Fiken')
    expect(creditText(seen({ inFull: false, doubt: 'notes', notes: [] }))).toBe(
      'Kreditert i Fiken. Det er ikke kjent ennå hvor mye.',
    )
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
        const text = creditText(seen({ inFull: isInFull, notes }))
        for (const { number } of notes) expect(text).toContain(`kreditnota ${number} av `)
      }),
    )
  })
})

describe('the timeline', () => {
  const part = notesById([aCreditNote({ gross: 500 })])
  const kept = [{ number: '20001', date: '2026-11-25', gross: 500 }]
  const textOf = (before: Partial<FollowedTransfer>, paid: number, creditNotes = part) => {
    const invoice = anInvoice({ ...inFull, totalPaid: paid })
    const lists = { drafts: new Set<string>(), invoices: [invoice], creditNotes, whole: true }
    return judge([aFollowedTransfer(before)], lists)[0]?.text ?? null
  }
  it('says that a credit note could not be read', () => {
    expect(textOf({ known: 'invoiced', paid: 0 }, 0, read())).toContain('ikke kjent ennå hvor mye')
  })
  it('says what is credited of an invoice that the rule before took for credited in full', () => {
    const credit = { inFull: true, outstanding: 0, notes: [] }
    expect(plain(textOf({ known: 'credited', paid: 125_000, credit }, 125_000) ?? '')).toBe(
      'Delvis kreditert i Fiken: 5,00 kr (kreditnota 20001 av 25.11.2026)',
    )
  })
  it('says nothing of a part that the rule before knew', () => {
    const credit = { inFull: false, outstanding: 0, notes: kept }
    expect(textOf({ known: 'paid', paid: 124_500, credit }, 124_500)).toBeNull()
  })
  it('says what is paid after a part was credited', () => {
    const credit = seen({ inFull: false, outstanding: 124_500, notes: [{ ...NOTE, gross: 500 }] })
    expect(plain(textOf({ known: 'invoiced', paid: 0, credit }, 124_500) ?? '')).toBe(
      'Betalt i Fiken: 1 245,00 kr',
    )
  })
})
