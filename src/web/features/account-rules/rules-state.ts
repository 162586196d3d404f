import { MOST_RULES, type AccountRule, type RuleKind } from '#shared/contracts/account-rules'
import { text } from './text.ts'

/** An account rule being edited. `key` stays the same when the rule moves. */
export interface EditedRule extends AccountRule {
  key: number
}

export const edited = (rules: readonly AccountRule[]): EditedRule[] =>
  rules.map(({ kind, value, label, account }, key) => ({ key, kind, value, label, account }))

export const plain = (rules: readonly EditedRule[]): AccountRule[] =>
  rules.map(({ kind, value, label, account }) => ({
    kind,
    value: value.trim(),
    label,
    account: account.trim(),
  }))

/** Adds a rule at the end, unless the list is full; it matches on words, the kind used most. */
export function withNew(rules: readonly EditedRule[]): EditedRule[] {
  if (rules.length >= MOST_RULES) return [...rules]
  const key = Math.max(-1, ...rules.map((rule) => rule.key)) + 1
  return [...rules, { key, kind: 'word', value: '', label: '', account: '' }]
}

export const without = (rules: readonly EditedRule[], key: number): EditedRule[] =>
  rules.filter((rule) => rule.key !== key)

/** Moves a rule up (-1) or down (1), unless it is at that end of the list. */
export function moved(rules: readonly EditedRule[], key: number, by: -1 | 1): EditedRule[] {
  const from = rules.findIndex((rule) => rule.key === key)
  const to = from + by
  const next = [...rules]
  const [rule] = next.splice(from, 1)
  if (from < 0 || to < 0 || to >= rules.length || !rule) return [...rules]
  next.splice(to, 0, rule)
  return next
}

export const changed = (
  rules: readonly EditedRule[],
  key: number,
  change: Partial<AccountRule>,
): EditedRule[] => rules.map((rule) => (rule.key === key ? { ...rule, ...change } : rule))

export const ofKind = (kind: RuleKind): Partial<AccountRule> => ({ kind, value: '', label: '' })

export interface RuleErrors {
  value?: string
  account?: string
}

export function errorsOf(rules: readonly EditedRule[], index: number): RuleErrors {
  const rule = rules[index]
  if (!rule) return {}
  const errors: RuleErrors = {}
  const account = rule.account.trim()
  if (account === '') errors.account = text.chooseAccountFirst
  else if (!/^\d{4}(:\d{1,6})?$/.test(account)) errors.account = text.fourDigits
  if (rule.kind === 'item' && rule.value === '') errors.value = text.chooseItem
  if (rule.kind === 'category' && rule.value === '') errors.value = text.chooseCategoryFirst
  if (rule.kind === 'word' && rule.value.trim() === '') errors.value = text.writeWord
  if (errors.value) return errors
  const twin = rules.findIndex((other) => sameSubject(other, rule))
  if (twin >= 0 && twin < index) errors.value = text.sameAs(twin + 1)
  return errors
}

const sameSubject = (one: AccountRule, other: AccountRule) =>
  one.kind === other.kind &&
  one.value.trim().toLocaleLowerCase('nb') === other.value.trim().toLocaleLowerCase('nb')

export const isWhole = (rules: readonly EditedRule[]): boolean =>
  rules.every((_, index) => Object.keys(errorsOf(rules, index)).length === 0)

export const isSame = (one: readonly AccountRule[], other: readonly AccountRule[]): boolean => {
  const told = (rules: readonly AccountRule[]) =>
    JSON.stringify(rules.map(({ kind, value, account }) => [kind, value, account]))
  return told(one) === told(other)
}
