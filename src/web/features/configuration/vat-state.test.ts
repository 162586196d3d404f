import { describe, expect, it } from 'vitest'
import type { VatAccounts } from '#shared/contracts/vat'
import {
  accountError,
  accountOptions,
  edited,
  namesItsPercent,
  openAtFirst,
  percentText,
  proposalFor,
  readiness,
  typesFor,
  unlike,
  vatBody,
  withVatType,
  type VatRow,
} from './vat-state.ts'

function row(changes: Partial<VatRow> = {}): VatRow {
  return {
    taxRateUuid: 'r1',
    name: 'MVA 25 %',
    percent: '25',
    isDefault: true,
    vatType: 'HIGH',
    goodsAccount: '3000',
    serviceAccount: '3020',
    confirmed: false,
    problems: [],
    ...changes,
  }
}

const KNOWN: VatAccounts = {
  accounts: [
    { code: '3000', name: 'Varer' },
    { code: '3020', name: 'Tjenester' },
    { code: '3040', name: 'Lav' },
    { code: '3605', name: 'Leie' },
    { code: '3900', name: 'Annet' },
  ],
  types: [
    { vatType: 'HIGH', goodsAccount: '3000', serviceAccount: '3020', allowed: ['3000', '3020'] },
    { vatType: 'LOW', goodsAccount: '3040', serviceAccount: '3040', allowed: ['3040', '3605'] },
    { vatType: 'NONE', goodsAccount: null, serviceAccount: null, allowed: [] },
  ],
  unclear: ['3900'],
}

describe('the VAT table', () => {
  it('shows rates as Norwegians write them', () => {
    expect(percentText(row({ percent: '14.975' }))).toBe('14,975 %')
  })
  it('shows the percentage once, where the name already contains it', () => {
    expect(namesItsPercent(row({ name: 'MVA 25 %', percent: '25' }))).toBe(true)
    expect(namesItsPercent(row({ name: 'Mva 15%', percent: '15' }))).toBe(true)
    expect(namesItsPercent(row({ name: 'MVA 25 %', percent: '5' }))).toBe(false)
    expect(namesItsPercent(row({ name: 'Avgiftsfritt', percent: '0' }))).toBe(false)
  })
  it('unfolds what was changed, and for a link only the first rate that lacks something', () => {
    const rows = [
      row(),
      row({ taxRateUuid: 'r2', vatType: null }),
      row({ taxRateUuid: 'r3', problems: ['Kontoen finnes ikke'] }),
    ]
    const isChanged = ({ taxRateUuid }: VatRow) => taxRateUuid === 'r1'
    expect(openAtFirst(rows, { opensFirst: true, isChanged: () => false })).toEqual({ r2: true })
    expect(openAtFirst(rows, { opensFirst: false, isChanged })).toEqual({ r1: true })
  })
  it('does not call a rate ready before the change is saved', () => {
    expect(readiness(row(), true)).toEqual({ tone: 'wait', word: 'Ikke lagret' })
    expect(readiness(row({ vatType: null }), true).word).toBe('Må velges')
  })
  it('offers the VAT types of the rate’s own percent, and keeps the one that is chosen', () => {
    const offered = (changes: Partial<VatRow>) => typesFor(row(changes)).map(({ value }) => value)
    expect(offered({ vatType: null, percent: '25.0000' })).toEqual(['HIGH'])
    expect(offered({ vatType: null, percent: '11.11' })).toEqual(['RAW_FISH'])
    expect(offered({ vatType: null, percent: '0' })).toEqual([
      'EXEMPT',
      'EXEMPT_IMPORT_EXPORT',
      'EXEMPT_REVERSE',
      'OUTSIDE',
      'NONE',
    ])
    expect(offered({ vatType: null, percent: '13' })).toEqual([])
    expect(offered({ vatType: 'LOW', percent: '13' })).toEqual(['LOW'])
  })
  it('says which rates are not mapped', () => {
    expect(readiness(row()).word).toBe('Klar')
    expect(readiness(row({ vatType: null })).word).toBe('Må velges')
    expect(readiness(row({ serviceAccount: '' })).word).toBe('Må velges')
  })
  it('says of a rate that the law does not know that Fiken has no such type', () => {
    const old = row({ percent: '13', vatType: null, problems: ['Ingen'] })
    expect(readiness(old).word).toBe('Finnes ikke i Fiken')
    expect(readiness({ ...old, problems: [] }).word).toBe('Må velges')
  })
  it('requires 0 % to be confirmed once', () => {
    const zero = row({
      percent: '0',
      vatType: 'EXEMPT',
      goodsAccount: '3100',
      serviceAccount: '3100',
    })
    expect(readiness(zero).word).toBe('Må bekreftes')
    expect(readiness({ ...zero, confirmed: true }).word).toBe('Klar')
  })
  it('proposes the usual accounts with a VAT type, and keeps others only where Fiken may take them', () => {
    expect(
      edited(
        row({ vatType: null, goodsAccount: null, serviceAccount: null }),
        withVatType(row(), 'HIGH', KNOWN),
      ),
    ).toMatchObject({
      vatType: 'HIGH',
      goodsAccount: '3000',
      serviceAccount: '3020',
    })
    const kept = (goodsAccount: string, known: VatAccounts = KNOWN) =>
      withVatType(row({ goodsAccount }), 'NONE', known).goodsAccount
    expect(kept('3605')).toBeNull()
    expect(kept('3900')).toBe('3900')
    expect(kept('3605', { ...KNOWN, accounts: [] })).toBe('3605')
    expect(withVatType(row(), '', KNOWN).vatType).toBeNull()
  })
  it('proposes a VAT type only where a single one has the percentage and none is chosen', () => {
    const none = { vatType: null, goodsAccount: null, serviceAccount: null }
    expect(proposalFor(row({ ...none, percent: '12' }), KNOWN)).toEqual({
      vatType: 'LOW',
      goodsAccount: '3040',
      serviceAccount: '3040',
    })
    expect(proposalFor(row({ ...none, percent: '0' }), KNOWN)).toBeNull()
    expect(proposalFor(row({ ...none, percent: '13' }), KNOWN)).toBeNull()
    expect(proposalFor(row(), KNOWN)).toBeNull()
  })
  it('lists the accounts that Fiken allows, then the unclear ones, and keeps the chosen one', () => {
    const listed = (chosen: string | null, vatType: string | null = 'LOW') =>
      accountOptions({ vatType }, chosen, KNOWN)?.map(({ value }) => value)
    expect(listed('3040')).toEqual(['3040', '3605', '3900'])
    expect(listed('3000')).toEqual(['3000', '3040', '3605', '3900'])
    expect(listed(null, null)).toEqual(['3000', '3020', '3040', '3605', '3900'])
    expect(accountOptions({ vatType: 'LOW' }, null, KNOWN)?.[0]?.label).toBe('3040 Lav')
    expect(accountOptions({ vatType: 'LOW' }, null, { ...KNOWN, accounts: [] })).toBeNull()
    expect(accountOptions({ vatType: 'LOW' }, null, undefined)).toBeNull()
  })
  it('requires accounts of four digits', () => {
    expect(accountError('3000')).toBeUndefined()
    expect(accountError('3000:10001')).toBeUndefined()
    expect(accountError('')).toBeUndefined()
    expect(accountError('300')).toBe('En konto har fire siffer')
  })
  it('sends the rows that were changed, with what they were, and empty accounts as none', () => {
    expect(vatBody([{ row: row({ goodsAccount: '' }), known: row() }])).toEqual([
      {
        taxRateUuid: 'r1',
        vatType: 'HIGH',
        goodsAccount: null,
        serviceAccount: '3020',
        confirmed: false,
        known: { vatType: 'HIGH', goodsAccount: '3000', serviceAccount: '3020', confirmed: false },
      },
    ])
    expect(vatBody([{ row: row(), known: null }])[0]).not.toHaveProperty('known')
  })
  it('calls a row changed only while it says something else than what is saved', () => {
    expect(unlike(row({ goodsAccount: '3010' }), row())).toBe(true)
    expect(unlike(row({ goodsAccount: '' }), row({ goodsAccount: null }))).toBe(false)
    expect(unlike(row({ problems: ['x'] }), row())).toBe(false)
    expect(unlike(row(), undefined)).toBe(false)
  })
})
