import { describe, expect, it } from 'vitest'
import { MOST_RULES, type AccountRule } from '#shared/contracts/account-rules'
import {
  changed,
  edited,
  errorsOf,
  isSame,
  isWhole,
  moved,
  ofKind,
  plain,
  without,
  withNew,
} from './rules-state.ts'
import { aboutText, text } from './text.ts'

const rule = (value: string, change: Partial<AccountRule> = {}): AccountRule => ({
  kind: 'word',
  value,
  label: '',
  account: '3010',
  ...change,
})
const three = () => edited([rule('a'), rule('b'), rule('c')])
const values = (rules: readonly AccountRule[]) => rules.map(({ value }) => value).join('')

describe('the rules on the screen', () => {
  it('are moved up and down, and stay where they are at the ends', () => {
    expect(values(moved(three(), 2, -1))).toBe('acb')
    expect(values(moved(three(), 0, 1))).toBe('bac')
    expect(values(moved(three(), 0, -1))).toBe('abc')
    expect(values(moved(three(), 2, 1))).toBe('abc')
    expect(values(moved(three(), 9, 1))).toBe('abc')
  })
  it('are added with a key of their own, up to the limit, and taken away', () => {
    const added = withNew(without(three(), 1))
    expect(values(added)).toBe('ac')
    expect(new Set(added.map(({ key }) => key)).size).toBe(3)
    const full = edited(Array.from({ length: MOST_RULES }, (_, n) => rule(String(n))))
    expect(withNew(full)).toHaveLength(MOST_RULES)
  })
  it('lose what was chosen when they are about something else, but not the account', () => {
    const [one] = changed(three(), 0, ofKind('category'))
    expect(one).toMatchObject({ kind: 'category', value: '', account: '3010' })
  })
  it('are sent without spaces around, and compared by what decides', () => {
    const typed = edited([rule(' pumpe ', { account: ' 3010 ' })])
    expect(plain(typed)).toEqual([rule('pumpe')])
    expect(isSame(plain(typed), [rule('pumpe', { label: 'x' })])).toBe(true)
    expect(isSame([rule('a')], [rule('b')])).toBe(false)
  })
})

describe('what is missing in a rule', () => {
  it.each([
    [rule(''), { value: text.writeWord }],
    [rule('', { kind: 'item' }), { value: text.chooseItem }],
    [rule('', { kind: 'category' }), { value: text.chooseCategoryFirst }],
    [rule('a', { account: '' }), { account: text.chooseAccountFirst }],
    [rule('a', { account: '30x' }), { account: text.fourDigits }],
    [rule('', { kind: 'labour' }), {}],
    [rule('a', { account: '3010:10001' }), {}],
  ])('is said at its field: %j', (one, errors) => {
    expect(errorsOf(edited([one]), 0)).toEqual(errors)
    expect(isWhole(edited([one]))).toBe(Object.keys(errors).length === 0)
  })
  it('is also that it says the same as one before it', () => {
    const rules = edited([rule('Pumpe'), rule('b'), rule('pumpe ')])
    expect(errorsOf(rules, 2)).toEqual({ value: text.sameAs(1) })
    expect(errorsOf(rules, 0)).toEqual({})
    expect(errorsOf(rules, 9)).toEqual({})
  })
})

describe('a rule in words', () => {
  it('names what it is about', () => {
    expect(aboutText(rule('pumpe'))).toBe('Linjen inneholder «pumpe»')
    expect(aboutText(rule('x', { kind: 'item', label: 'Pumpe (12)' }))).toBe('Pumpe (12)')
    expect(aboutText(rule('x', { kind: 'category', label: 'Bad' }))).toBe('Kategori: Bad')
    expect(aboutText(rule('', { kind: 'labour' }))).toBe('Alt arbeid')
  })
})
