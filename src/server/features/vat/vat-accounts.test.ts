import { describe, expect, it } from 'vitest'
import {
  accountsFor,
  chartOf,
  namedAccounts,
  presentAccounts,
  usualAccounts,
} from './vat-accounts.ts'

const chart = chartOf([
  { code: '3900', name: 'Annen driftsrelatert inntekt' },
  { code: '1920', name: 'Bankinnskudd, 25 %' },
  { code: '3000', name: 'Salgsinntekt, handelsvarer, høy mva-sats' },
  { code: '3020', name: 'Salgsinntekt, tjenester, høy mva-sats' },
  { code: '3040', name: 'Salgsinntekt, tjenester, lav mva-sats' },
  { code: '3120', name: 'Salgsinntekt, tjenester, avgiftsfri' },
  { code: '3300', name: 'Utenfor mva-loven' },
  { code: '3605', name: 'Leieinntekt, fast eiendom' },
])

describe('the accounts of a VAT type', () => {
  it('are those that Fiken is known to take, and those whose name says so', () => {
    expect(accountsFor('LOW', chart)).toEqual(['3040', '3605'])
    expect(accountsFor('HIGH', chart)).toEqual(['3000', '3020', '3605'])
    expect(accountsFor('EXEMPT_REVERSE', chart)).toEqual(['3120'])
    expect(accountsFor('OUTSIDE', chart)).toEqual(['3300'])
    expect(accountsFor('LOW', { accounts: null })).toEqual([])
  })
  it('are proposed as usual, or as the chart has them', () => {
    expect(usualAccounts('HIGH', chart)).toEqual({ goodsAccount: '3000', serviceAccount: '3020' })
    expect(usualAccounts('LOW', chart)).toEqual({ goodsAccount: '3040', serviceAccount: '3040' })
    expect(usualAccounts('EXEMPT', chart).goodsAccount).toBe('3120')
    expect(usualAccounts('MEDIUM', chart)).toEqual({ goodsAccount: null, serviceAccount: null })
    expect(usualAccounts('MEDIUM', { accounts: null }).goodsAccount).toBe('3030')
  })
  it('are named in a refusal', () => {
    expect(namedAccounts('LOW', chart)).toBe('3040 eller 3605')
    expect(namedAccounts('OUTSIDE', chart)).toBe('3300')
    expect(namedAccounts('RAW_FISH', chart)).toBeNull()
    const many = chartOf(
      ['3000', '3010', '3020', '3605', '3000:1'].map((code) => ({ code, name: '' })),
    )
    expect(namedAccounts('HIGH', many)).toBe('3000, 3000:1, 3010 eller 3020')
  })
  it('that nothing is known about are left to Fiken', () => {
    const { unclear, accounts } = presentAccounts(chart)
    expect(unclear).toEqual(['3900'])
    expect(accounts.map(({ code }) => code)).not.toContain('1920')
  })
})
