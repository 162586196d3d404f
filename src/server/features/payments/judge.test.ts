import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Invoice } from '#clients/fiken/types'
import { addDays } from '#shared/dates'
import { formatKroner } from '#shared/money'
import { aFollowedTransfer as transfer } from '#test/support/people/followed-transfer'
import { aCreditNote, anInvoice } from '#test/support/vendors/vendor-objects'
import type { FollowedTransfer } from '../transfers/payment-store.ts'
import { notesById } from './credit.ts'
import { changedSince, dueRanges, hasChanged, invoicesOf, judge, type Reading } from './judge.ts'

const reading = (changes: Partial<Reading> = {}): Reading => ({
  drafts: new Set(),
  invoices: [],
  whole: true,
  ...changes,
})
const creditedInvoice = anInvoice({ creditNotes: [7], outstanding: 0, settled: true })
const WITH_NOTE = { creditNotes: notesById([aCreditNote()]) }
const statusOf = (one: FollowedTransfer, lists: Partial<Reading>) =>
  judge([one], reading(lists))[0]?.status ?? null

describe('a transfer', () => {
  it('whose draft is in no list is gone only when the lists were complete', () => {
    expect(statusOf(transfer(), {})).toBe('gone')
    expect(statusOf(transfer(), { whole: false })).toBeNull()
    expect(statusOf(transfer(), { drafts: new Set(['a']), whole: false })).toBe('draft')
  })
  it('whose invoice is in no list keeps its last known status: invoices are not deleted in Fiken', () => {
    expect(statusOf(transfer({ known: 'invoiced', dueDate: '2026-11-16', paid: 0 }), {})).toBeNull()
    expect(
      statusOf(transfer({ known: 'paid', dueDate: '2026-11-16', paid: 125_000 }), {}),
    ).toBeNull()
  })
  it('that is finished and unchanged is not written again, while for an open one the look is recorded', () => {
    const paid = anInvoice({ totalPaid: 125_000, outstanding: 0, settled: true })
    expect(
      judge(
        [transfer({ known: 'paid', dueDate: '2026-11-16', paid: 125_000 })],
        reading({ invoices: [paid] }),
      ),
    ).toEqual([])
    const open = transfer({ known: 'invoiced', dueDate: '2026-11-16', paid: 0 })
    expect(judge([open], reading({ invoices: [anInvoice()] }))).toMatchObject([
      { status: 'invoiced', text: null },
    ])
  })
  it('is recognised by our reference only when the draft is gone and one invoice of that amount has it', () => {
    const byHand = anInvoice({ draftUuid: '', ourReference: ' jobb  #1007' })
    expect(statusOf(transfer(), { invoices: [byHand] })).toBe('invoiced')
    expect(statusOf(transfer(), { invoices: [byHand], drafts: new Set(['a']) })).toBe('draft')
    expect(statusOf(transfer(), { invoices: [byHand, { ...byHand, invoiceId: 2 }] })).toBe('gone')
    expect(statusOf(transfer(), { invoices: [{ ...byHand, gross: 1 }] })).toBe('gone')
    // An invoice typed manually from the job's total in ServiceM8 can differ from our draft by one
    // øre per line.
    expect(statusOf(transfer(), { invoices: [{ ...byHand, gross: 125_002 }] })).toBe('invoiced')
    expect(statusOf(transfer(), { invoices: [{ ...byHand, gross: 125_003 }] })).toBe('gone')
    expect(statusOf(transfer(), { invoices: [{ ...byHand, gross: 124_998 }] })).toBe('invoiced')
    expect(statusOf(transfer({ gross: null }), { invoices: [byHand] })).toBe('gone')
    expect(statusOf(transfer({ gross: null }), { invoices: [{ ...byHand, gross: 1 }] })).toBe(
      'gone',
    )
    const twins = [transfer(), transfer({ id: 't2', draftUuid: 'b' })]
    expect(judge(twins, reading({ invoices: [byHand] })).map(({ status }) => status)).toEqual([
      'gone',
      'gone',
    ])
    // An invoice made from another transfer's draft is not matched to this transfer.
    const [mine] = judge(
      [transfer(), transfer({ id: 't2', jobNumber: '2', draftUuid: 'b' })],
      reading({ invoices: [{ ...byHand, draftUuid: 'b' }] }),
    )
    expect(mine?.status).toBe('gone')
  })
  it('shares a draft: the invoice that names all of its jobs, and comes to the draft, is that of each', () => {
    const share = { theirTotal: null, leftOutGross: 0, lineCount: 1 }
    const jobs = ['1007', '1008', '1009'].map((jobNumber, place) =>
      transfer({
        id: jobNumber,
        jobNumber,
        share: { ...share, parts: [25_000, 50_000, 50_000], place },
      }),
    )
    const byHand = (ourReference: string, gross = 125_000) =>
      anInvoice({ draftUuid: '', ourReference, gross })
    const found = (invoices: Invoice[], followed = jobs) => [
      ...invoicesOf(followed, { drafts: new Set(), invoices, ...WITH_NOTE }).keys(),
    ]
    const all = byHand('jobb #1009, #1007 og #1008')
    expect(found([all])).toEqual(['1007', '1008', '1009'])
    expect(found([all, { ...all, invoiceId: 2 }])).toEqual([])
    expect(found([byHand('Jobb #1007, #1008 og #1009', 125_003)])).toEqual([])
    for (const reference of ['Jobb #1007 og #1008', 'Jobb #1007', 'Jobb #1007, #1008, #1009…'])
      expect(found([byHand(reference)])).toEqual([])
    // Only two of the three jobs are known, so the invoice is not matched.
    expect(found([byHand('Jobb #1007 og #1008')], jobs.slice(0, 2))).toEqual([])
    // A credited invoice is not matched for the first time, because a new draft of the same jobs
    // replaces it. An invoice that is already matched stays matched.
    const credited = { ...all, creditNotes: [7], outstanding: 0 }
    expect(found([credited])).toEqual([])
    const known = jobs.map((job) => ({ ...job, known: 'invoiced' as const }))
    expect(found([credited], known)).toEqual(['1007', '1008', '1009'])
    const unnamed = jobs.map((job) => ({ ...job, jobNumber: '' }))
    expect(found([byHand('Jobb #, # og #')], unnamed)).toEqual([])
  })
  it('is recognised by our reference as people retype it, and by nothing that only resembles it', () => {
    const found = (ourReference: string, changes: Partial<FollowedTransfer> = {}) =>
      invoicesOf([transfer(changes)], {
        drafts: new Set(),
        invoices: [anInvoice({ draftUuid: '', ourReference })],
      }).get('t1')
    for (const reference of ['Jobb #1007', ' JOBB\t #1007 ', 'jobb #1007'])
      expect(found(reference)).toBeDefined()
    for (const reference of ['Jobb #10 07', 'Jobb 1007', '#1007', ''])
      expect(found(reference)).toBeUndefined()
    expect(found('Jobb #STRASSE', { jobNumber: 'Straße' })).toBeUndefined()
    expect(found('Jobb #', { jobNumber: '' })).toBeUndefined()
  })
  it('has the invoice of its own draft, even when another invoice has its number', () => {
    const twins = [transfer(), transfer({ id: 't2', draftUuid: 'b' })]
    const found = invoicesOf(twins, { drafts: new Set(), invoices: [anInvoice()] })
    expect([...found]).toEqual([['t1', anInvoice()]])
    const byHand = anInvoice({ invoiceId: 2, draftUuid: '' })
    expect([
      ...invoicesOf([transfer()], { drafts: new Set(), invoices: [anInvoice(), byHand] }),
    ]).toEqual([['t1', anInvoice()]])
  })
  it('without an invoice, one of several, gets no entry', () => {
    expect(
      invoicesOf([transfer(), transfer({ id: 't2', jobNumber: '2', draftUuid: 'b' })], reading()),
    ).toEqual(new Map())
  })
  it('is recognised by our reference among others that are looked for', () => {
    const others = [transfer(), transfer({ id: 't2', jobNumber: '2', draftUuid: 'b' })]
    const byHand = anInvoice({ draftUuid: '' })
    expect([...invoicesOf(others, { drafts: new Set(), invoices: [byHand] })]).toEqual([
      ['t1', byHand],
    ])
  })
  it('is taken from the later of two lists', () => {
    const earlier = anInvoice({ draftUuid: '' })
    const later = { ...earlier, totalPaid: 125_000, outstanding: 0, settled: true }
    expect(statusOf(transfer(), { invoices: [earlier, later] })).toBe('paid')
  })
  it('that has never been looked at is a draft, or gone', () => {
    expect(statusOf(transfer({ known: null }), { drafts: new Set(['a']) })).toBe('draft')
    expect(statusOf(transfer({ known: null }), {})).toBe('gone')
    expect(statusOf(transfer({ known: 'gone' }), { drafts: new Set(['a']) })).toBe('draft')
    expect(judge([transfer({ known: null })], reading({ whole: false }))).toEqual([])
  })
  it.each(['gone', 'credited', 'settled'] as const)(
    'that is %s and unchanged is not written again',
    (known) => {
      const invoices = {
        gone: [],
        credited: [creditedInvoice],
        settled: [anInvoice({ writtenOff: true, outstanding: 0 })],
      }[known]
      const dueDate = known === 'gone' ? null : '2026-11-16'
      const paid = known === 'gone' ? null : 0
      const note = { id: 7, number: '20001', date: '2026-11-25', gross: 125_000 }
      const credit =
        known === 'credited' ? { inFull: true, outstanding: 0, ids: [7], notes: [note] } : null
      expect(judge([transfer({ known, dueDate, paid, credit })], reading({ invoices }))).toEqual([])
      expect(
        judge([transfer({ known, dueDate: '2026-12-24', paid, credit })], reading({ invoices })),
      ).toMatchObject([{ status: known }])
    },
  )
  it('has changed when its status, its due date or what is paid has', () => {
    const before = { known: 'invoiced', dueDate: '2026-11-16', paid: 0, credit: null } as const
    const now = { status: 'invoiced', dueDate: '2026-11-16', paid: 0, credit: null } as const
    expect(hasChanged(before, now)).toBe(false)
    expect(hasChanged(before, { ...now, status: 'paid' })).toBe(true)
    expect(hasChanged(before, { ...now, dueDate: '2026-11-17' })).toBe(true)
    expect(hasChanged(before, { ...now, paid: 1 })).toBe(true)
    const credit = { inFull: false, outstanding: 1, notes: [] }
    expect(hasChanged(before, { ...now, credit })).toBe(true)
    expect(hasChanged({ ...before, credit }, { ...now, credit: { ...credit } })).toBe(false)
  })
  it('says what was paid before, and on which day Fiken has the latest payment', () => {
    const part = anInvoice({ totalPaid: 50_000, outstanding: 75_000, paidOn: '2026-11-12' })
    expect(
      judge([transfer({ known: 'part_paid', paid: 20_000 })], reading({ invoices: [part] })),
    ).toMatchObject([{ paidBefore: 20_000, paidOn: '2026-11-12', paid: 50_000 }])
    expect(judge([transfer()], reading({ invoices: [anInvoice()] }))).toMatchObject([
      { paidBefore: 0, paidOn: null },
    ])
  })
  it('carries the number of its invoice, and none where none was seen', () => {
    expect(judge([transfer()], reading({ invoices: [anInvoice()] }))).toMatchObject([
      { invoiceId: '1', invoiceNumber: '10001' },
    ])
    expect(judge([transfer()], reading({ drafts: new Set(['a']) }))).toMatchObject([
      { invoiceId: null, invoiceNumber: null },
    ])
  })

  test('an invoice whose draft was edited before it was issued is shown with its own figures and recipient', () => {
    const editedBy = (changes: Partial<Invoice>) =>
      judge([transfer()], reading({ invoices: [anInvoice(changes)] }))[0]?.edited
    expect(editedBy({})).toBeNull()
    expect(editedBy({ customerId: null })).toBeNull()
    // A change cannot be detected if our draft's original value is unknown.
    const edited = (changes: Partial<FollowedTransfer>) =>
      judge([transfer(changes)], reading({ invoices: [anInvoice()] }))[0]?.edited
    expect(edited({ customerId: null })).toBeNull()
    expect(edited({ gross: null })).toBeNull()
    expect(editedBy({ net: 80_000, gross: 100_000 })).toMatchObject({
      net: 80_000,
      gross: 100_000,
      customerId: null,
      note: expect.stringContaining(
        `beløpet fra ${formatKroner(125_000)} til ${formatKroner(100_000)}.`,
      ) as string,
    })
    expect(editedBy({ customerId: 2 })).toMatchObject({
      gross: 125_000,
      customerId: '2',
      note: 'Utkastet ble endret i Fiken før det ble fakturert: mottakeren.',
    })
    expect(editedBy({ customerId: 2, gross: 1 })?.note).toContain('kr og mottakeren.')
  })
  it('has no due date when Fiken gives an invalid one', () => {
    expect(
      judge([transfer()], reading({ invoices: [anInvoice({ dueDate: '0000-00-00' })] }))[0]
        ?.dueDate,
    ).toBeNull()
  })
})

const paid = (totalPaid: number, gross = 125_000) =>
  anInvoice({ gross, totalPaid, outstanding: gross - totalPaid })
const writtenOff = anInvoice({ writtenOff: true })
const TAKEN_BACK = 'Betalingen er tatt tilbake i Fiken'
const CREDITED = 'Kreditert i Fiken (kreditnota 20001 av 25.11.2026)'

test.each<[string, FollowedTransfer['known'], number | null, Invoice | null, string | null]>([
  ['a draft that was invoiced', 'draft', null, anInvoice(), 'Fakturert i Fiken'],
  ['a first look that finds an invoice', null, null, anInvoice(), 'Fakturert i Fiken'],
  ['an invoice with another due date', 'invoiced', 0, anInvoice(), null],
  ['a payment that was reversed', 'paid', 125_000, anInvoice(), TAKEN_BACK],
  ['a payment of an øre that was taken back', 'part_paid', 1, anInvoice(), TAKEN_BACK],
  ['a part payment', 'invoiced', 0, paid(50_000), 'Delvis betalt i Fiken: 500,00 kr til sammen'],
  ['a part that is paid as before', 'part_paid', 50_000, paid(50_000), null],
  ['a payment', 'invoiced', 0, paid(125_000), 'Betalt i Fiken: 1 250,00 kr'],
  ['the rest of a payment', 'part_paid', 50_000, paid(125_000), 'Betalt i Fiken: 1 250,00 kr'],
  ['more than was asked for', 'paid', 125_000, paid(125_500), 'Betalt i Fiken: 1 255,00 kr'],
  [
    'what is paid after a credit',
    'credited',
    125_000,
    paid(125_000),
    'Betalt i Fiken: 1 250,00 kr',
  ],
  ['a paid invoice with another due date', 'paid', 125_000, paid(125_000), null],
  ['a credit note', 'invoiced', 0, creditedInvoice, CREDITED],
  ['a credited invoice with another due date', 'credited', 0, creditedInvoice, null],
  ['a write-off', 'invoiced', 0, writtenOff, 'Gjort opp i Fiken uten betaling'],
  ['a settled invoice with another due date', 'settled', 0, writtenOff, null],
  ['a draft that was deleted', 'draft', null, null, 'Utkastet er ikke lenger i Fiken'],
])('the log of %s', (_what, known, paidBefore, invoice, text) => {
  const lists = invoice ? { invoices: [invoice], ...WITH_NOTE } : {}
  const [judged] = judge([transfer({ known, paid: paidBefore })], reading(lists))
  expect(judged!.text?.replaceAll('\u00a0', ' ') ?? judged!.text).toBe(text)
})

test('the log says nothing of a draft that was found', () => {
  const [judged] = judge([transfer({ known: null })], reading({ drafts: new Set(['a']) }))
  expect(judged!.text).toBeNull()
})

test('settled invoices are requested in at most eight ranges, and every due date is in one', () => {
  const days = fc.array(
    fc.integer({ min: 0, max: 3_000 }).map((n) => addDays('2024-01-01', n)),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(days, (dates) => {
      const ranges = dueRanges(dates)
      expect(ranges.length).toBeLessThanOrEqual(8)
      for (const date of dates)
        expect(ranges.filter(({ from, to }) => from <= date && date <= to)).toHaveLength(1)
    }),
  )
  expect(dueRanges(['2026-11-16', '2026-11-17', '2026-12-24'])).toEqual([
    { from: '2026-11-16', to: '2026-11-17' },
    { from: '2026-12-24', to: '2026-12-24' },
  ])
  expect(dueRanges(['2026-11-19', '2026-11-16', '2026-11-16', '2026-11-23'])).toEqual([
    { from: '2026-11-16', to: '2026-11-19' },
    { from: '2026-11-23', to: '2026-11-23' },
  ])
  const months = Array.from({ length: 8 }, (_, month) => `2026-0${month + 1}-10`)
  expect(dueRanges(months)).toEqual(months.map((day) => ({ from: day, to: day })))
})

test('changed invoices are requested from the last look, or from the creation of those not yet known', () => {
  const day = (at: Date) => at.toISOString().slice(0, 10)
  expect(changedSince('2026-11-20', [transfer()], day)).toBe('2026-11-19')
  expect(changedSince('', [transfer()], day)).toBe('2026-10-31')
  expect(changedSince('2026-11-20', [transfer(), transfer({ known: null })], day)).toBe(
    '2026-10-31',
  )
  expect(changedSince('2026-10-10', [transfer({ known: null })], day)).toBe('2026-10-09')
})
