import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { VatType } from '#clients/fiken/types'
import { RULE_KINDS } from '#shared/contracts/account-rules'
import {
  checkRules,
  ruleFor,
  ruleName,
  ruleProblem,
  sameRules,
  type AccountRule,
  type LineFacts,
} from './account-rules.ts'
import { vatOnAccount } from './vat-accounts.ts'

const word = (value: string, account = '3010'): AccountRule => ({
  kind: 'word',
  value,
  label: '',
  account,
})
const general = (kind: 'labour' | 'goods', account = '3010'): AccountRule => ({
  kind,
  value: '',
  label: '',
  account,
})
const named = (kind: 'item' | 'category', value: string, account = '3010'): AccountRule => ({
  kind,
  value,
  label: 'Varmepumpe',
  account,
})
const line = (changes: Partial<LineFacts> = {}): LineFacts => ({
  text: 'Varmepumpe Mitsubishi',
  materialUuid: 'pump',
  categoryUuid: 'heat',
  service: false,
  ...changes,
})
const company = { vatRegistered: true, accounts: ['3000', '3010', '3020'] }

describe('the rule that decides the account of a line', () => {
  it('is the first that fits', () => {
    const rules = [word('bad', '3001'), word('pumpe', '3002'), general('goods', '3003')]
    expect(ruleFor(rules, line(), 'HIGH')?.account).toBe('3002')
    expect(ruleFor(rules, line({ text: 'Rør' }), 'HIGH')?.account).toBe('3003')
    expect(ruleFor(rules, line({ text: 'Rør', service: true }), 'HIGH')).toBeUndefined()
  })
  it('finds a text anywhere in the line, whatever the case and the spelling of æ, ø and å', () => {
    for (const text of ['MONTERT VARMEPUMPE', 'varmepumpe', 'Ny\nvarmepumpe til stua'])
      expect(ruleFor([word('Varmepumpe')], line({ text }), 'HIGH')).toBeDefined()
    expect(ruleFor([word('Rør')], line({ text: 'RØRDELER' }), 'HIGH')).toBeDefined()
    expect(ruleFor([word('varmekabel')], line(), 'HIGH')).toBeUndefined()
  })
  it('is about one item, one category, all labour or all goods', () => {
    expect(ruleFor([named('item', 'pump')], line(), 'HIGH')).toBeDefined()
    expect(ruleFor([named('item', 'pump')], line({ materialUuid: null }), 'HIGH')).toBeUndefined()
    expect(ruleFor([named('category', 'heat')], line(), 'HIGH')).toBeDefined()
    expect(
      ruleFor([named('category', 'heat')], line({ categoryUuid: null }), 'HIGH'),
    ).toBeUndefined()
    expect(ruleFor([general('labour')], line({ service: true }), 'HIGH')).toBeDefined()
    expect(ruleFor([general('labour')], line(), 'HIGH')).toBeUndefined()
    expect(ruleFor([general('goods')], line(), 'HIGH')).toBeDefined()
  })
  it('fits nothing where it says nothing', () => {
    expect(ruleFor([word(' .,- ')], line(), 'HIGH')).toBeUndefined()
    expect(ruleFor([named('item', '')], line({ materialUuid: '' }), 'HIGH')).toBeUndefined()
    expect(ruleFor([named('category', '')], line({ categoryUuid: '' }), 'HIGH')).toBeUndefined()
  })
  it('never has an account that is known not to take the VAT type of the line', () => {
    expect(ruleFor([word('pumpe', '3010'), general('goods', '3030')], line(), 'MEDIUM')).toEqual(
      general('goods', '3030'),
    )
    const account = fc.constantFrom('3000', '3020', '3030', '3100', '3200', '3900', '3900:10001')
    const rule = fc.record({
      kind: fc.constantFrom(...RULE_KINDS),
      value: fc.constantFrom('', 'pump', 'heat', 'pumpe'),
      label: fc.constant(''),
      account,
    })
    const types = fc.constantFrom<VatType>('HIGH', 'MEDIUM', 'LOW', 'EXEMPT', 'OUTSIDE')
    fc.assert(
      fc.property(fc.array(rule), types, fc.boolean(), (rules, vatType, service) => {
        const found = ruleFor(rules, line({ service }), vatType)
        return found === undefined || vatOnAccount(vatType, found.account) !== 'refused'
      }),
    )
  })
})

describe('rules that are saved', () => {
  it('are stored without what does not belong to them', () => {
    const requested = [
      { ...general('labour', '3020'), value: 'x', label: 'y' },
      { ...word('pumpe'), label: 'z' },
      named('item', 'pump'),
    ]
    expect(checkRules(requested, company)).toEqual({
      ok: true,
      rules: [general('labour', '3020'), word('pumpe'), named('item', 'pump')],
    })
  })
  it.each([
    ['a text of nothing but signs', [word('...')], 'Regel 1: Skriv teksten'],
    ['an item that is not chosen', [word('a'), named('item', '')], 'Regel 2: Velg en vare.'],
    ['a category that is not chosen', [named('category', '')], 'Regel 1: Velg en kategori.'],
    ['an account that the chart lacks', [word('a', '3999')], 'Regel 1: Konto 3999 finnes ikke'],
    ['the same twice', [word('Rør'), word('rør', '3020')], 'Regel 2: Den gjelder det samme'],
    ['all goods twice', [general('goods'), general('goods')], 'Regel 2: Den gjelder det samme'],
  ])('are refused with %s', (_, rules, message) => {
    const checked = checkRules(rules, company)
    expect(checked.ok ? '' : checked.message).toContain(message)
  })
  it('may have any account while the chart is not known, and a sub-account of a known one', () => {
    const unknown = { vatRegistered: true, accounts: null }
    expect(ruleProblem(word('a', '3999'), unknown)).toBeNull()
    expect(ruleProblem(word('a', '3010:10002'), company)).toBeNull()
  })
  it('are the same only in the same order', () => {
    const [one, other] = [word('a'), word('b')]
    expect(sameRules([one, other], [one, { ...other, label: 'x' }])).toBe(true)
    expect(sameRules([one, other], [other, one])).toBe(false)
    expect(sameRules([one], [{ ...one, account: '3020' }])).toBe(false)
  })
  it('have a name that a sentence can use', () => {
    expect([word('pumpe'), named('item', 'p'), named('category', 'p')].map(ruleName)).toEqual([
      '«pumpe» i teksten',
      'varen «Varmepumpe»',
      'kategorien «Varmepumpe»',
    ])
    expect([general('labour'), general('goods')].map(ruleName)).toEqual(['arbeid', 'varer'])
  })
})
