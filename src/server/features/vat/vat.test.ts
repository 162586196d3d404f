import { describe, expect, it } from 'vitest'
import {
  aTaxRate,
  HIGH_RATE,
  norwegianRates,
  ZERO_RATE,
} from '#test/support/vendors/vendor-objects'
import { isInChart, vatOnAccount } from './vat-accounts.ts'
import { mappingProblems, resolveVat, vatTable, type VatMapping } from './vat.ts'

const registered = { vatRegistered: true, accounts: null }
const unregistered = { vatRegistered: false, accounts: null }
const mapping = (changes: Partial<VatMapping> = {}): VatMapping => ({
  taxRateUuid: HIGH_RATE,
  name: 'MVA',
  percent: '25.0000',
  isDefault: true,
  vatType: 'HIGH',
  goodsAccount: '3000',
  serviceAccount: '3020',
  confirmed: true,
  ...changes,
})

describe('the VAT table before anyone has touched it', () => {
  it('knows 25, 15 and 0 percent, and leaves the rest to a person', () => {
    const rates = [
      ...norwegianRates(),
      aTaxRate({ uuid: 'rate-12', name: 'Transport', percent: '12.0000', isDefault: false }),
    ]
    const rows = vatTable(rates, [], registered).map((row) => [
      row.percent,
      row.vatType,
      row.goodsAccount,
      row.serviceAccount,
      row.confirmed,
    ])
    expect(rows).toEqual([
      ['25.0000', 'HIGH', '3000', '3020', true],
      ['15.0000', 'MEDIUM', '3030', '3030', true],
      ['0.0000', 'EXEMPT', '3100', '3100', false],
      ['12.0000', null, null, null, false],
      ['0', 'EXEMPT', '3100', '3100', false],
    ])
  })
  it('is outside the VAT act for a company that is not registered', () => {
    expect(vatTable(norwegianRates(), [], unregistered).map((row) => row.vatType)).toEqual([
      null,
      null,
      'OUTSIDE',
      'OUTSIDE',
    ])
    expect(vatTable([], [], unregistered)).toEqual([
      {
        taxRateUuid: 'none',
        name: 'Linjer uten MVA-sats',
        percent: '0',
        isDefault: false,
        vatType: 'OUTSIDE',
        goodsAccount: '3200',
        serviceAccount: '3200',
        confirmed: true,
      },
    ])
  })
  it('shows what was saved instead', () => {
    const saved = {
      taxRateUuid: ZERO_RATE,
      vatType: 'EXEMPT_IMPORT_EXPORT',
      goodsAccount: '3110',
      serviceAccount: '3120',
      confirmed: true,
    }
    const rows = vatTable(
      norwegianRates(),
      [saved, { ...saved, taxRateUuid: HIGH_RATE, vatType: 'tull' }],
      registered,
    )
    expect(rows[2]).toMatchObject({
      vatType: 'EXEMPT_IMPORT_EXPORT',
      goodsAccount: '3110',
      confirmed: true,
    })
    expect(rows[0]?.vatType).toBeNull()
  })
})

describe('the VAT of a line', () => {
  it('goes to the account for goods or for labour', () => {
    expect(resolveVat(mapping(), { company: registered, service: false })).toMatchObject({
      vatType: 'HIGH',
      account: '3000',
    })
    expect(resolveVat(mapping(), { company: registered, service: true })).toMatchObject({
      vatType: 'HIGH',
      account: '3020',
    })
  })
  it.each([
    ['an unmapped rate', mapping({ vatType: null }), registered, 'vat_unmapped'],
    ['a rate that is not in the list', undefined, registered, 'vat_unmapped'],
    [
      'a rate mapped to another percentage',
      mapping({ vatType: 'MEDIUM', goodsAccount: '3030' }),
      registered,
      'vat_unmapped',
    ],
    ['an unreadable rate', mapping({ percent: 'mye' }), registered, 'vat_unmapped'],
    [
      'unconfirmed 0 %',
      mapping({ percent: '0', vatType: 'EXEMPT', goodsAccount: '3100', confirmed: false }),
      registered,
      'vat_zero_unconfirmed',
    ],
    [
      'a VAT type that the account does not accept',
      mapping({ goodsAccount: '3100' }),
      registered,
      'vat_not_allowed_on_account',
    ],
    [
      'an account that is not in the chart',
      mapping(),
      { vatRegistered: true, accounts: ['1920', '3020'] },
      'account_missing',
    ],
    ['VAT in a company without VAT', mapping(), unregistered, 'vat_in_unregistered_company'],
  ] as const)('%s is a problem, never a guess', (_name, row, company, code) => {
    const resolved = resolveVat(row, { company, service: false, lineIndex: 3 })
    expect(resolved).toMatchObject({ ok: false, problem: { code, lineIndex: 3 } })
  })
  it('is OUTSIDE 3200 in a company without VAT, or where the user has chosen it', () => {
    const zero = mapping({ percent: '0', vatType: 'EXEMPT', goodsAccount: '3100' })
    expect(resolveVat(zero, { company: unregistered, service: false })).toMatchObject({
      vatType: 'OUTSIDE',
      account: '3200',
    })
    const chosen = { ...zero, vatType: 'OUTSIDE' as const, goodsAccount: '3210' }
    expect(resolveVat(chosen, { company: unregistered, service: false })).toMatchObject({
      vatType: 'OUTSIDE',
      account: '3210',
    })
  })
  it('that has no text is reported as the line', () => {
    expect(resolveVat(undefined, { company: registered, service: true })).toMatchObject({
      problem: {
        message:
          'MVA-satsen på linjen finnes ikke i listen fra ServiceM8. Velg en annen sats på linjen, eller oppdater MVA-tabellen.',
        about: { names: ['linjen'] },
      },
    })
  })
  it('reports to the editor of the table what does not fit, once', () => {
    expect(mappingProblems(mapping(), registered)).toEqual([])
    expect(mappingProblems(mapping({ vatType: null }), registered)).toHaveLength(1)
    expect(
      mappingProblems(mapping({ goodsAccount: '3100', serviceAccount: '3200' }), registered),
    ).toHaveLength(2)
  })
})

describe('a row of the VAT table that does not fit', () => {
  const found = (changes: Partial<VatMapping>, company = registered) =>
    mappingProblems(mapping(changes), company).map(({ message }) => message)
  const unchosen = 'Jobber med denne satsen stopper til MVA-type og konto er valgt.'

  it.each<[string, Partial<VatMapping>]>([
    ['VAT type', { vatType: null }],
    ['account for goods', { goodsAccount: null }],
    ['account for labour', { serviceAccount: null }],
  ])('says that jobs stop until its %s is chosen', (_name, changes) => {
    expect(found(changes)).toEqual([unchosen])
  })
  it('also names the account that Fiken does not accept, while the other is missing', () => {
    expect(found({ goodsAccount: null, serviceAccount: '3100' })).toEqual([
      'Fiken tillater ikke høy sats, 25 % på konto 3100. Velg en annen konto i MVA-tabellen.',
      unchosen,
    ])
  })
  it('says that a rate with VAT stops the jobs of a company without', () => {
    expect(found({}, unregistered)).toEqual([
      'Selskapet er ikke MVA-registrert i Fiken, så jobber med denne satsen stopper.',
    ])
  })
  it('says that 0 % must be confirmed once', () => {
    expect(
      found({
        percent: '0',
        vatType: 'EXEMPT',
        goodsAccount: '3100',
        serviceAccount: '3100',
        confirmed: false,
      }),
    ).toEqual(['Jobber med denne satsen stopper til du har bekreftet den én gang.'])
  })
  it('says which percentages differ, when everything is chosen', () => {
    expect(found({ vatType: 'LOW', goodsAccount: '3040', serviceAccount: '3040' })).toEqual([
      'MVA-satsen «MVA» (25 %) er koblet til lav sats, 12 % i Fiken. Prosenten må være den samme.',
    ])
  })
})

describe('accounts', () => {
  it('that are unknown here are left to Fiken', () => {
    expect(vatOnAccount('HIGH', '3020')).toBe('allowed')
    expect(vatOnAccount('EXEMPT', '3000')).toBe('refused')
    expect(vatOnAccount('HIGH', '3900')).toBe('unknown')
    expect(isInChart('3000:10001', ['3000'])).toBe(true)
    expect(isInChart('3000', null)).toBe(true)
  })
})
