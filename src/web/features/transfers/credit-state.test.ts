import { describe, expect, test } from 'vitest'
import type { Transfer } from '#shared/contracts/transfers/row'
import { creditExplanation, isBelowZero } from './credit-state.ts'

test('invoices to credit are shown of a job that its negative sum has stopped, and of no other', () => {
  const stopped = { status: 'failed', errorCode: 'negative_total', skipTransfer: false } as const
  expect(isBelowZero(stopped)).toBe(true)
  for (const other of [
    { ...stopped, skipTransfer: true },
    { ...stopped, status: 'queued' },
    { ...stopped, errorCode: 'empty_job' },
  ] as const)
    expect(isBelowZero(other)).toBe(false)
})

describe('what a row says of what is credited', () => {
  const FIKEN = 'https://fiken.no/foretak/ror-as'
  const row = (changes: Partial<Transfer>) =>
    creditExplanation(
      {
        id: 't1',
        status: 'completed',
        credit: null,
        fikenInvoiceNumber: null,
        ...changes,
      } as Transfer,
      FIKEN,
    )
  const plain = (one: ReturnType<typeof row>) =>
    one && {
      title: one.title.replaceAll(/\s/g, ' '),
      steps: one.steps.map(({ label }) => label),
    }
  const NOTE = { number: '20001', date: '2026-11-25', gross: 50_000 }

  test('is nothing where nothing is credited', () => {
    expect(row({})).toBeNull()
  })

  test('offers a new draft of what is credited in full, and only of that', () => {
    expect(plain(row({ credit: { inFull: true, notes: [NOTE] } }))).toEqual({
      title: 'Kreditert i sin helhet 25.11.2026',
      steps: ['Lag nytt utkast'],
    })
    expect(plain(row({ credit: { inFull: false, notes: [NOTE] } }))).toEqual({
      title: 'Delvis kreditert: 500,00 kr',
      steps: [],
    })
  })

  test.each([
    ['notes', 'er ikke lest ennå'],
    ['sums', 'stemmer ikke med fakturaen'],
  ] as const)('says why it is not certain: %s', (doubt, why) => {
    const said = row({ credit: { inFull: false, notes: [], doubt } })
    expect(said?.title).toBe('Kreditert i Fiken, men ikke kjent hvor mye')
    expect([said?.why.includes(why), said?.steps]).toEqual([true, []])
  })

  test('names an invoice that the draft stands for and that is credited in part', () => {
    const standsFor = { invoiceNumber: '10001', credited: 50_000, gross: 1_250_000 }
    expect(plain(row({ standsFor }))).toEqual({
      title: 'Faktura 10001 er ikke kreditert i sin helhet',
      steps: ['Åpne Fiken'],
    })
    // Not shown for a failed transfer, which has no draft yet.
    expect(row({ standsFor, status: 'failed' })).toBeNull()
  })

  test('of a deposit leads from dropping it to updating the draft, and to Fiken once it is invoiced', () => {
    const depositCredit = { ids: [7], sum: 50_000, inFull: false, isDropped: false }
    const title = 'Forskuddet er delvis kreditert i Fiken: 500,00 kr'
    expect(plain(row({ depositCredit }))).toEqual({ title, steps: ['Fjern forskuddet'] })
    const dropped = { ...depositCredit, isDropped: true }
    expect(plain(row({ depositCredit: dropped }))).toEqual({ title, steps: ['Oppdater utkast'] })
    const issued = row({ depositCredit, fikenInvoiceNumber: '10007' })
    expect(plain(issued)).toEqual({ title, steps: ['Åpne Fiken', 'Ordnet'] })
    expect(issued?.why).toContain('Faktura 10007')
  })
})
