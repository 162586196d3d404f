import { describe, expect, it } from 'vitest'
import type { InvoiceDraft, NewDraft } from '#clients/fiken/types'
import { changesByOthers, changesOf, differencesFrom, isAsSent } from './draft-diff.ts'

const content: InvoiceDraft['content'] = {
  customerId: 11,
  issueDate: '2026-11-21',
  daysUntilDueDate: '14',
  invoiceText: 'Byttet kran',
  yourReference: '',
  ourReference: 'Jobb #1',
  orderReference: '',
  bankAccountNumber: '15030000000',
  attachments: 0,
  lines: ['["","Arbeid","1","80000","HIGH","3020","",""]'],
}
const draft = (
  change: Partial<InvoiceDraft['content']> = {},
  sums = { net: 80_000, gross: 100_000 },
): InvoiceDraft => {
  const { orderReference, issueDate } = content
  const now = { ...content, ...change }
  return {
    ...{
      draftId: 7,
      uuid: 'u',
      type: 'invoice',
      issueDate,
      orderReference,
      lastModified: '2026-11-21',
      lineCount: now.lines.length,
    },
    ...sums,
    customerId: now.customerId,
    content: now,
  }
}
const sent: NewDraft = {
  uuid: 'u',
  customerId: 11,
  issueDate: '2026-11-21',
  daysUntilDueDate: 14,
  invoiceText: 'Byttet kran',
  lines: [
    {
      description: 'Arbeid',
      quantity: '1',
      unitPrice: 80_000,
      vatType: 'HIGH',
      incomeAccount: '3020',
    },
  ],
}
const outcome = { sent, net: 80_000, gross: 100_000, seen: content }

describe('a draft in Fiken', () => {
  it('is untouched when it reads as it did when it was verified, including what Fiken filled in itself', () => {
    expect(changesOf(outcome, draft())).toEqual([])
  })
  it('is not edited for what an earlier version did not read, and is when its currency is another', () => {
    expect(changesOf(outcome, draft({ currency: '' }))).toEqual([])
    expect(changesOf(outcome, draft({ currency: 'EUR' }))).toEqual(['valutaen'])
    const inKroner = { ...sent, currency: 'NOK' } as const
    const as = { anyDate: true }
    expect(differencesFrom(inKroner, { ...content, ourReference: '', currency: '' }, as)).toEqual(
      [],
    )
    expect(differencesFrom(sent, { ...content, ourReference: '', currency: 'EUR' }, as)).toEqual([
      'valutaen',
    ])
  })
  it('is edited when a person has changed anything at all, and the change is named', () => {
    expect(changesOf(outcome, draft({ customerId: 12, attachments: 1 }))).toEqual([
      'mottakeren',
      'vedleggene',
    ])
    const changes: Partial<InvoiceDraft['content']>[] = [
      { lines: [...content.lines, '[]'] },
      { invoiceText: '' },
      { issueDate: '2026-11-22' },
      { daysUntilDueDate: '30' },
      { yourReference: 'Per' },
      { ourReference: '' },
      { orderReference: '7' },
      { bankAccountNumber: '' },
    ]
    for (const change of changes) expect(changesOf(outcome, draft(change))).toHaveLength(1)
  })
  it('from before readings were stored is compared with what was sent', () => {
    const { seen: _seen, ...old } = outcome
    expect(changesOf(old, draft({ bankAccountNumber: '' }))).toEqual([])
    expect(changesOf(old, draft({ customerId: 12 }))).toEqual(['mottakeren'])
    expect(changesOf(old, draft({}, { net: 1, gross: 1 }))).toEqual(['linjene'])
    expect(changesOf(old, draft({ invoiceText: 'Noe annet' }))).toEqual(['fakturateksten'])
    const { invoiceText: _text, ...textless } = sent
    expect(changesOf({ ...old, sent: textless }, draft({ invoiceText: '' }))).toEqual([])
  })
  it('from before readings were stored keeps its lines as long as their number and sums are the same', () => {
    const { seen: _seen, ...old } = outcome
    const reworded = ['["","Arbeid utført","1","80000","HIGH","3020","",""]']
    expect(changesOf(old, draft({ lines: reworded }))).toEqual([])
    expect(changesOf(old, draft({ lines: [...reworded, ...reworded] }))).toEqual(['linjene'])
    expect(changesOf(old, draft({ lines: reworded }, { net: 80_001, gross: 100_000 }))).toEqual([
      'linjene',
    ])
    expect(changesOf(old, draft({ lines: reworded }, { net: 80_000, gross: 100_001 }))).toEqual([
      'linjene',
    ])
  })
  it('that has our lines is ours even if Fiken rounds them differently, and not with other lines of almost the same sums', () => {
    const { seen: _seen, ...attempted } = outcome
    const sums = { net: 80_000, gross: 99_999 }
    expect(changesOf(attempted, draft({}, sums))).toEqual([])
    expect(
      changesOf(
        attempted,
        draft({ lines: ['["","Arbeid","1.0","80000","high","3020","0",""]'] }, sums),
      ),
    ).toEqual(['linjene'])
    expect(
      changesOf(
        attempted,
        draft({ lines: ['["","Arbeid","1","80000","high","3020","0",""]'] }, sums),
      ),
    ).toEqual([])
    expect(changesOf(attempted, draft({}, { net: 80_000, gross: 99_998 }))).toEqual(['linjene'])
  })
  it('that we were rewriting when the answer was lost is ours either way', () => {
    const attempted = { sent: { ...sent, invoiceText: 'Ny' }, net: 90_000, gross: 112_500 }
    const anew = draft({ invoiceText: 'Ny' }, { net: 90_000, gross: 112_500 })
    expect(changesByOthers({ ...outcome, attempted }, anew)).toEqual([])
    expect(changesByOthers({ ...outcome, attempted }, draft())).toEqual([])
    expect(changesByOthers({ ...outcome, attempted }, draft({ yourReference: 'Per' }))).toEqual([
      'deres referanse',
    ])
  })
})

describe('a draft that is already in Fiken', () => {
  const whole: NewDraft = {
    ...sent,
    yourReference: 'Kari Ødegård',
    ourReference: 'Jobb #1',
    orderReference: '000450',
    bankAccountNumber: '15030000000',
  }
  const there = { ...content, yourReference: 'Kari Ødegård', orderReference: '000450' }
  const differences = (change: Partial<typeof there>, from: NewDraft = whole, anyDate = false) =>
    differencesFrom(from, { ...there, ...change }, { anyDate })
  const otherLine = ['["","Arbeid","2","80000","HIGH","3020","",""]']

  it('is as we would send it', () => {
    expect(differences({})).toEqual([])
  })
  it.each<[string, Partial<typeof there>]>([
    ['mottakeren', { customerId: 12 }],
    ['mottakeren', { customerId: null }],
    ['linjene', { lines: otherLine }],
    ['fakturateksten', { invoiceText: 'Byttet bereder' }],
    ['fakturateksten', { invoiceText: 'Byttetkran' }],
    ['fakturadatoen', { issueDate: '2026-11-20' }],
    ['forfallet', { daysUntilDueDate: '30' }],
    ['deres referanse', { yourReference: '' }],
    ['vår referanse', { ourReference: 'Jobb #2' }],
    ['bestillingsnummeret', { orderReference: '450' }],
    ['bankkontoen', { bankAccountNumber: '15030000001' }],
    ['vedleggene', { attachments: 1 }],
  ])('differs in %s', (name, change) => {
    expect(differences(change)).toEqual([name])
  })
  it('is the same draft on another day, where the day does not count, and nothing else is overlooked', () => {
    expect(differences({ issueDate: '2026-11-20' }, whole, true)).toEqual([])
    expect(differences({ issueDate: '2026-11-20', daysUntilDueDate: '30' }, whole, true)).toEqual([
      'forfallet',
    ])
  })
  it('may have what Fiken fills in where we leave it empty, and nothing that Fiken does not fill in', () => {
    const { uuid, customerId, issueDate, daysUntilDueDate, lines } = sent
    const bare = { uuid, customerId, issueDate, daysUntilDueDate, lines }
    const filledIn = {
      invoiceText: 'Takk for handelen',
      yourReference: 'Per',
      bankAccountNumber: '15030000000',
    }
    const empty = { ourReference: '', orderReference: '' }
    expect(differences({ ...filledIn, ...empty }, bare)).toEqual([])
    expect(differences({ ...filledIn, ...empty, ourReference: 'Jobb #1' }, bare)).toEqual([
      'vår referanse',
    ])
    expect(differences({ ...filledIn, ...empty, orderReference: '7' }, bare)).toEqual([
      'bestillingsnummeret',
    ])
  })
  it('may have white space as Fiken likes it', () => {
    expect(differences({ invoiceText: ' Byttet \n\n kran\n' })).toEqual([])
  })
  it('is for our recipient and has our lines, or it is not as sent', () => {
    expect(isAsSent(whole, there)).toBe(true)
    expect(isAsSent(whole, { ...there, customerId: 12 })).toBe(false)
    expect(isAsSent(whole, { ...there, lines: otherLine })).toBe(false)
    expect(isAsSent(whole, { ...there, customerId: 12, lines: otherLine })).toBe(false)
  })
})
