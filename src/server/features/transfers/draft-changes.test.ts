import { describe, expect, it } from 'vitest'
import type { InvoiceDraft, NewDraft } from '#clients/fiken/types'
import { changesByOthers, changesOf } from './draft-changes.ts'

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
const draft = (change: Partial<InvoiceDraft['content']> = {}, sums = { net: 80_000, gross: 100_000 }): InvoiceDraft => {
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
  lines: [{ description: 'Arbeid', quantity: '1', unitPrice: 80_000, vatType: 'HIGH', incomeAccount: '3020' }],
}
const outcome = { sent, net: 80_000, gross: 100_000, seen: content }

describe('a draft in Fiken', () => {
  it('is untouched when it reads as it did when it was checked, also what Fiken filled in itself', () => {
    expect(changesOf(outcome, draft())).toEqual([])
  })
  it('is touched when a person has changed anything at all, and what is named', () => {
    expect(changesOf(outcome, draft({ customerId: 12, attachments: 1 }))).toEqual(['mottakeren', 'vedleggene'])
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
  it('of before its reading was kept is compared with what was sent', () => {
    const { seen: _seen, ...old } = outcome
    expect(changesOf(old, draft({ bankAccountNumber: '' }))).toEqual([])
    expect(changesOf(old, draft({ customerId: 12 }))).toEqual(['mottakeren'])
    expect(changesOf(old, draft({}, { net: 1, gross: 1 }))).toEqual(['linjene'])
    expect(changesOf(old, draft({ invoiceText: 'Noe annet' }))).toEqual(['fakturateksten'])
  })
  it('that has our lines is ours though Fiken rounds them otherwise, and not with other lines of almost the same sums', () => {
    const { seen: _seen, ...attempted } = outcome
    const sums = { net: 80_000, gross: 99_999 }
    expect(changesOf(attempted, draft({}, sums))).toEqual([])
    expect(changesOf(attempted, draft({ lines: ['["","Arbeid","1.0","80000","high","3020","0",""]'] }, sums))).toEqual([
      'linjene',
    ])
    expect(changesOf(attempted, draft({ lines: ['["","Arbeid","1","80000","high","3020","0",""]'] }, sums))).toEqual([])
    expect(changesOf(attempted, draft({}, { net: 80_000, gross: 99_998 }))).toEqual(['linjene'])
  })
  it('that we were writing anew when the answer was lost is ours either way', () => {
    const attempted = { sent: { ...sent, invoiceText: 'Ny' }, net: 90_000, gross: 112_500 }
    const anew = draft({ invoiceText: 'Ny' }, { net: 90_000, gross: 112_500 })
    expect(changesByOthers({ ...outcome, attempted }, anew)).toEqual([])
    expect(changesByOthers({ ...outcome, attempted }, draft())).toEqual([])
    expect(changesByOthers({ ...outcome, attempted }, draft({ yourReference: 'Per' }))).toEqual(['deres referanse'])
  })
})
