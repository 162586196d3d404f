import { describe, expect, it } from 'vitest'
import { aLine, aTaxRate, HIGH_RATE, norwegianRates, ZERO_RATE } from '#test/support/vendor-objects'
import { isInChart, vatOnAccount } from './accounts.ts'
import { vatOfLines, type VatSetup } from './line-vat.ts'
import { mappingProblems, NO_RATE, resolveVat, vatTable, type VatMapping } from './vat.ts'

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
    const rates = [...norwegianRates(), aTaxRate({ uuid: 'rate-12', name: 'Transport', percent: '12.0000', isDefault: false })]
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
    expect(vatTable(norwegianRates(), [], unregistered).map((row) => row.vatType)).toEqual([null, null, 'OUTSIDE', 'OUTSIDE'])
  })
  it('shows what was saved instead', () => {
    const saved = {
      taxRateUuid: ZERO_RATE,
      vatType: 'EXEMPT_IMPORT_EXPORT',
      goodsAccount: '3110',
      serviceAccount: '3120',
      confirmed: true,
    }
    const rows = vatTable(norwegianRates(), [saved, { ...saved, taxRateUuid: HIGH_RATE, vatType: 'tull' }], registered)
    expect(rows[2]).toMatchObject({ vatType: 'EXEMPT_IMPORT_EXPORT', goodsAccount: '3110', confirmed: true })
    expect(rows[0]?.vatType).toBeNull()
  })
})

describe('the VAT of a line', () => {
  it('goes to the account for goods or for work', () => {
    expect(resolveVat(mapping(), { company: registered, service: false })).toMatchObject({ vatType: 'HIGH', account: '3000' })
    expect(resolveVat(mapping(), { company: registered, service: true })).toMatchObject({ vatType: 'HIGH', account: '3020' })
  })
  it.each([
    ['a rate nobody has chosen for', mapping({ vatType: null }), registered, 'vat_unmapped'],
    ['a rate that is not in the list', undefined, registered, 'vat_unmapped'],
    ['a rate mapped to another percentage', mapping({ vatType: 'MEDIUM', goodsAccount: '3030' }), registered, 'vat_unmapped'],
    ['an unreadable rate', mapping({ percent: 'mye' }), registered, 'vat_unmapped'],
    [
      '0 % that nobody has confirmed',
      mapping({ percent: '0', vatType: 'EXEMPT', goodsAccount: '3100', confirmed: false }),
      registered,
      'vat_zero_unconfirmed',
    ],
    ['a VAT type the account does not take', mapping({ goodsAccount: '3100' }), registered, 'vat_not_allowed_on_account'],
    ['an account that is not in the chart', mapping(), { vatRegistered: true, accounts: ['1920', '3020'] }, 'account_missing'],
    ['VAT in a company without VAT', mapping(), unregistered, 'vat_in_unregistered_company'],
  ] as const)('%s is a problem, never a guess', (_name, row, company, code) => {
    const resolved = resolveVat(row, { company, service: false, lineIndex: 3 })
    expect(resolved).toMatchObject({ ok: false, problem: { code, lineIndex: 3 } })
  })
  it('is OUTSIDE 3200 in a company without VAT, or where the user has chosen', () => {
    const zero = mapping({ percent: '0', vatType: 'EXEMPT', goodsAccount: '3100' })
    expect(resolveVat(zero, { company: unregistered, service: false })).toMatchObject({ vatType: 'OUTSIDE', account: '3200' })
    const chosen = { ...zero, vatType: 'OUTSIDE' as const, goodsAccount: '3210' }
    expect(resolveVat(chosen, { company: unregistered, service: false })).toMatchObject({ vatType: 'OUTSIDE', account: '3210' })
  })
  it('tells the editor of the table what does not fit, once', () => {
    expect(mappingProblems(mapping(), registered)).toEqual([])
    expect(mappingProblems(mapping({ vatType: null }), registered)).toHaveLength(1)
    expect(mappingProblems(mapping({ goodsAccount: '3100', serviceAccount: '3200' }), registered)).toHaveLength(2)
  })
})

describe('accounts', () => {
  it('that nobody knows are left to Fiken', () => {
    expect(vatOnAccount('HIGH', '3020')).toBe('allowed')
    expect(vatOnAccount('EXEMPT', '3000')).toBe('refused')
    expect(vatOnAccount('HIGH', '3900')).toBe('unknown')
    expect(isInChart('3000:10001', ['3000'])).toBe(true)
    expect(isInChart('3000', null)).toBe(true)
  })
})

describe('a line without a tax rate', () => {
  const setup = (changes: Partial<VatSetup> = {}): VatSetup => ({
    taxRates: norwegianRates(),
    vatMappings: [],
    company: registered,
    ...changes,
  })
  const vatOf = (lines: ReturnType<typeof aLine>[], total: string, changes?: Partial<VatSetup>) => {
    const vat = vatOfLines(lines, new Map(), total, setup(changes))
    return lines.map((_, index) => {
      const resolved = vat.of(index)
      return resolved.ok ? resolved.vatType : resolved.problem.code
    })
  }
  const rateless = (changes: Parameters<typeof aLine>[0] = {}) => aLine({ taxRateUuid: null, ...changes })
  const confirmed = { taxRateUuid: ZERO_RATE, vatType: 'EXEMPT', goodsAccount: '3100', serviceAccount: '3120', confirmed: true }

  it('has the default rate when that is what the total says', () => {
    expect(vatOf([aLine(), rateless()], '2500')).toEqual(['HIGH', 'HIGH'])
  })
  it('has no VAT when that is what the total says, and that must be confirmed', () => {
    expect(vatOf([aLine(), rateless()], '2250')).toEqual(['HIGH', 'vat_zero_unconfirmed'])
    expect(vatOf([aLine(), rateless()], '2250', { vatMappings: [confirmed] })).toEqual(['HIGH', 'EXEMPT'])
    const own = { ...confirmed, taxRateUuid: NO_RATE, vatType: 'OUTSIDE', goodsAccount: '3200', serviceAccount: '3200' }
    expect(vatOf([rateless()], '1000', { vatMappings: [confirmed, own] })).toEqual(['OUTSIDE'])
    expect(vatOf([rateless()], '1000', { company: unregistered })).toEqual(['OUTSIDE'])
  })
  it('is a problem when neither or both meet the total', () => {
    expect(vatOf([rateless()], '1100')).toEqual(['vat_unclear'])
    expect(vatOf([rateless({ displayedAmountIsTaxInclusive: true })], '1000')).toEqual(['vat_unclear'])
  })
  it('that hides VAT in an unregistered company is told about', () => {
    expect(vatOf([rateless()], '1250', { company: unregistered })).toEqual(['vat_in_unregistered_company'])
  })
  it('without a price decides nothing and follows the others', () => {
    const text = rateless({ displayedAmount: '0.0000', name: 'Arbeidet er garantert i fem år' })
    expect(vatOf([text, aLine()], '1250')).toEqual(['HIGH', 'HIGH'])
    expect(vatOf([text, rateless()], '1250')).toEqual(['HIGH', 'HIGH'])
    const noDefault = norwegianRates().map((rate) => ({ ...rate, isDefault: false }))
    expect(vatOf([text, aLine()], '1250', { taxRates: noDefault })).toEqual(['HIGH', 'HIGH'])
  })
  it('follows a default rate of 0 %', () => {
    const rates = norwegianRates().map((rate) => ({ ...rate, isDefault: rate.uuid === ZERO_RATE }))
    expect(vatOf([rateless()], '1000', { taxRates: rates, vatMappings: [confirmed] })).toEqual(['EXEMPT'])
    expect(vatOf([rateless()], '1250', { taxRates: rates, vatMappings: [confirmed] })).toEqual(['vat_unclear'])
  })
  it('does not decide anything while another line cannot be read', () => {
    expect(vatOf([rateless(), aLine({ quantity: 'x' })], '1000')).toEqual(['vat_unclear', 'HIGH'])
  })
})
