import { describe, expect, it } from 'vitest'
import { accountError, edited, namesItsPercent, percentText, readiness, vatBody, withVatType, type VatRow } from './vat-state.ts'

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
  it('says the percent once, where the name says it already', () => {
    expect(namesItsPercent(row({ name: 'MVA 25 %', percent: '25' }))).toBe(true)
    expect(namesItsPercent(row({ name: 'Mva 15%', percent: '15' }))).toBe(true)
    expect(namesItsPercent(row({ name: 'MVA 25 %', percent: '5' }))).toBe(false)
    expect(namesItsPercent(row({ name: 'Avgiftsfritt', percent: '0' }))).toBe(false)
  })
  it('does not call a rate ready before the change is saved', () => {
    expect(readiness(row(), true)).toEqual({ tone: 'wait', word: 'Ikke lagret' })
    expect(readiness(row({ vatType: null }), true).word).toBe('Må velges')
  })
  it('says which rates nobody has chosen for', () => {
    expect(readiness(row()).word).toBe('Klar')
    expect(readiness(row({ vatType: null })).word).toBe('Må velges')
    expect(readiness(row({ serviceAccount: '' })).word).toBe('Må velges')
  })
  it('wants 0 % confirmed once', () => {
    const zero = row({ percent: '0', vatType: 'EXEMPT', goodsAccount: '3100', serviceAccount: '3100' })
    expect(readiness(zero).word).toBe('Må bekreftes')
    expect(readiness({ ...zero, confirmed: true }).word).toBe('Klar')
  })
  it('proposes the usual accounts with a VAT type, and keeps the others', () => {
    expect(edited(row({ vatType: null, goodsAccount: null, serviceAccount: null }), withVatType(row(), 'HIGH'))).toMatchObject({
      vatType: 'HIGH',
      goodsAccount: '3000',
      serviceAccount: '3020',
    })
    expect(withVatType(row({ goodsAccount: '3605' }), 'LOW').goodsAccount).toBe('3605')
    expect(withVatType(row(), '').vatType).toBeNull()
  })
  it('wants accounts of four digits', () => {
    expect(accountError('3000')).toBeUndefined()
    expect(accountError('3000:10001')).toBeUndefined()
    expect(accountError('')).toBeUndefined()
    expect(accountError('300')).toBe('En konto har fire siffer')
  })
  it('sends empty accounts as none', () => {
    expect(vatBody([row({ goodsAccount: '' })])).toEqual([
      { taxRateUuid: 'r1', vatType: 'HIGH', goodsAccount: null, serviceAccount: '3020', confirmed: false },
    ])
  })
})
