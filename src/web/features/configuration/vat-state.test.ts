import { describe, expect, it } from 'vitest'
import {
  accountError,
  edited,
  namesItsPercent,
  percentText,
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
  it('proposes the usual accounts with a VAT type, and keeps the others', () => {
    expect(
      edited(
        row({ vatType: null, goodsAccount: null, serviceAccount: null }),
        withVatType(row(), 'HIGH'),
      ),
    ).toMatchObject({
      vatType: 'HIGH',
      goodsAccount: '3000',
      serviceAccount: '3020',
    })
    expect(withVatType(row({ goodsAccount: '3605' }), 'LOW').goodsAccount).toBe('3605')
    expect(withVatType(row(), '').vatType).toBeNull()
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
