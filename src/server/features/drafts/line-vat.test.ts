import { describe, expect, it } from 'vitest'
import {
  aLine,
  aTaxRate,
  HIGH_RATE,
  norwegianRates,
  ZERO_RATE,
} from '#test/support/vendors/vendor-objects'
import { NO_RATE } from '../vat/vat.ts'
import { vatOfLines, type VatSetup } from './line-vat.ts'

const registered = { vatRegistered: true, accounts: null }
const unregistered = { vatRegistered: false, accounts: null }

describe('a line without a tax rate', () => {
  const setup = (changes: Partial<VatSetup> = {}): VatSetup => ({
    taxRates: norwegianRates(),
    vatMappings: [],
    company: registered,
    ...changes,
  })
  const vatOf = (lines: ReturnType<typeof aLine>[], total: string, changes?: Partial<VatSetup>) => {
    const vat = vatOfLines(lines, new Map(), { totalInvoiceAmount: total }, setup(changes))
    return lines.map((_, index) => {
      const resolved = vat.of(index)
      return resolved.ok ? resolved.vatType : resolved.problem.code
    })
  }
  const rateless = (changes: Parameters<typeof aLine>[0] = {}) =>
    aLine({ taxRateUuid: null, ...changes })
  const confirmed = {
    taxRateUuid: ZERO_RATE,
    vatType: 'EXEMPT',
    goodsAccount: '3100',
    serviceAccount: '3120',
    confirmed: true,
  }

  it('gets the default rate when that is what the total says', () => {
    expect(vatOf([aLine(), rateless()], '2500')).toEqual(['HIGH', 'HIGH'])
  })
  it('has no VAT when that is what the total says, and that must be confirmed', () => {
    expect(vatOf([aLine(), rateless()], '2250')).toEqual(['HIGH', 'vat_zero_unconfirmed'])
    expect(vatOf([aLine(), rateless()], '2250', { vatMappings: [confirmed] })).toEqual([
      'HIGH',
      'EXEMPT',
    ])
    const own = {
      ...confirmed,
      taxRateUuid: NO_RATE,
      vatType: 'OUTSIDE',
      goodsAccount: '3200',
      serviceAccount: '3200',
    }
    expect(vatOf([rateless()], '1000', { vatMappings: [confirmed, own] })).toEqual(['OUTSIDE'])
    expect(vatOf([rateless()], '1000', { company: unregistered })).toEqual(['OUTSIDE'])
  })
  it('is a problem when neither or both meet the total', () => {
    expect(vatOf([rateless()], '1100')).toEqual(['vat_unclear'])
    expect(vatOf([rateless({ displayedAmountIsTaxInclusive: true })], '1000')).toEqual([
      'vat_unclear',
    ])
  })
  it('that hides VAT in an unregistered company is reported', () => {
    expect(vatOf([rateless()], '1250', { company: unregistered })).toEqual([
      'vat_in_unregistered_company',
    ])
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
    expect(vatOf([rateless()], '1000', { taxRates: rates, vatMappings: [confirmed] })).toEqual([
      'EXEMPT',
    ])
    expect(vatOf([rateless()], '1250', { taxRates: rates, vatMappings: [confirmed] })).toEqual([
      'vat_unclear',
    ])
  })
  it('does not decide anything while another line cannot be read', () => {
    expect(vatOf([rateless(), aLine({ quantity: 'x' })], '1000')).toEqual(['vat_unclear', 'HIGH'])
  })
  it('may shift the total by an øre per line, and no further', () => {
    expect(vatOf([rateless()], '1250.01')).toEqual(['HIGH'])
    expect(vatOf([rateless()], '1249.99')).toEqual(['HIGH'])
    expect(vatOf([rateless()], '1250.02')).toEqual(['vat_unclear'])
  })
  it('is judged without the lines that were removed from the job', () => {
    expect(vatOf([rateless(), aLine({ active: false })], '1250')[0]).toBe('HIGH')
  })
  it('is judged even when another line has a rate that is not in the list', () => {
    expect(vatOf([rateless(), aLine({ taxRateUuid: 'gone' })], '2250')).toEqual([
      'HIGH',
      'vat_unmapped',
    ])
  })
  it('that cannot be read itself is not mistaken for a free one', () => {
    expect(vatOf([rateless({ quantity: 'mange' })], '1250')).toEqual(['vat_unclear'])
    expect(vatOf([rateless({ displayedAmount: 'mye' })], '1250')).toEqual(['vat_unclear'])
  })
  it('follows another line when it is free and the default rate has no account', () => {
    const transport = aTaxRate({ uuid: 'rate-12', name: 'Transport', percent: '12.0000' })
    const taxRates = [transport, ...norwegianRates().map((rate) => ({ ...rate, isDefault: false }))]
    expect(vatOf([rateless({ quantity: '0' }), aLine()], '1250', { taxRates })).toEqual([
      'HIGH',
      'HIGH',
    ])
  })
  it('is text and not goods when it is free, so that the default rate needs no account for goods', () => {
    const onlyWork = {
      taxRateUuid: HIGH_RATE,
      vatType: 'HIGH',
      goodsAccount: null,
      serviceAccount: '3020',
      confirmed: true,
    }
    expect(vatOf([rateless({ displayedAmount: '0' })], '0', { vatMappings: [onlyWork] })).toEqual([
      'HIGH',
    ])
  })
})

describe('lines without VAT that have no rate', () => {
  const noVat = { vatType: 'EXEMPT', goodsAccount: '3100', serviceAccount: '3120', confirmed: true }
  const other = aTaxRate({ uuid: 'zero-2', name: 'Eksport', percent: '0', isDefault: false })
  const resolved = (vatMappings: VatSetup['vatMappings']) =>
    vatOfLines(
      [aLine({ taxRateUuid: null })],
      new Map(),
      { totalInvoiceAmount: '1000' },
      { taxRates: [...norwegianRates(), other], vatMappings, company: registered },
    ).of(0)

  it('are written as the confirmed rates of 0 %, when these agree', () => {
    const mappings = [ZERO_RATE, 'zero-2'].map((taxRateUuid) => ({ ...noVat, taxRateUuid }))
    expect(resolved(mappings)).toEqual({
      ok: true,
      vatType: 'EXEMPT',
      account: '3120',
      percent: '0.0000',
    })
  })
  it.each([
    ['VAT type', { vatType: 'EXEMPT_IMPORT_EXPORT' }],
    ['account for goods', { goodsAccount: '3110' }],
    ['account for labour', { serviceAccount: '3110' }],
  ])('must be confirmed on their own when two rates of 0 %% differ in %s', (_name, change) => {
    const mappings = [
      { ...noVat, taxRateUuid: ZERO_RATE },
      { ...noVat, taxRateUuid: 'zero-2', ...change },
    ]
    expect(resolved(mappings)).toMatchObject({ problem: { code: 'vat_zero_unconfirmed' } })
  })
  it('ignore a rate of 0 % that has no VAT type', () => {
    const mappings = [
      { ...noVat, taxRateUuid: ZERO_RATE, vatType: null },
      { ...noVat, taxRateUuid: 'zero-2' },
    ]
    expect(resolved(mappings)).toMatchObject({ ok: true, vatType: 'EXEMPT', account: '3120' })
  })
  it('use their own row before all others, even when what was chosen there does not fit', () => {
    const mappings = [
      { ...noVat, taxRateUuid: ZERO_RATE },
      { ...noVat, taxRateUuid: NO_RATE, vatType: null },
    ]
    expect(resolved(mappings)).toMatchObject({
      problem: {
        message:
          'Linjen mangler MVA-sats i ServiceM8, og det er ikke valgt MVA-type og konto for slike linjer.',
      },
    })
  })
})

describe('a line with a rate that is not in the list', () => {
  it('is a problem even when it is free', () => {
    const setup = { taxRates: norwegianRates(), vatMappings: [], company: registered }
    const vat = vatOfLines(
      [aLine({ taxRateUuid: 'gone', displayedAmount: '0' })],
      new Map(),
      { totalInvoiceAmount: '0' },
      setup,
    )
    expect(vat.of(0)).toMatchObject({ problem: { code: 'vat_unmapped' } })
    expect(vat.percentOf(0)).toBeNull()
    expect(() => vat.of(1)).toThrow('No line 1')
  })
})
