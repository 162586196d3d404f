import type { VatType } from '#clients/fiken/types'
import type { AccountRule } from '#shared/contracts/account-rules'
import { foldText } from '#shared/names'
import { isInChart, vatOnAccount, type VatCompany } from './vat-accounts.ts'

export type { AccountRule } from '#shared/contracts/account-rules'

export interface LineFacts {
  text: string
  materialUuid: string | null
  categoryUuid: string | null
  /** True for labour, false for goods. */
  service: boolean
}

/**
 * Returns the first rule that matches the line, which decides its account. A rule whose account
 * does not accept the line's VAT type is skipped: it would block the job, and the VAT type is never
 * changed to fit an account (rule 8).
 */
export function ruleFor(
  rules: readonly AccountRule[],
  facts: LineFacts,
  vatType: VatType,
): AccountRule | undefined {
  return rules.find(
    (rule) => fits(rule, facts) && vatOnAccount(vatType, rule.account) !== 'refused',
  )
}

function fits({ kind, value }: AccountRule, facts: LineFacts): boolean {
  switch (kind) {
    case 'item':
      return value !== '' && facts.materialUuid === value
    case 'category':
      return value !== '' && facts.categoryUuid === value
    case 'word': {
      const wanted = foldText(value)
      return wanted !== '' && foldText(facts.text).includes(wanted)
    }
    case 'labour':
      return facts.service
    case 'goods':
      return !facts.service
  }
}

export function ruleName({ kind, value, label }: AccountRule): string {
  switch (kind) {
    case 'item':
      return `varen «${label}»`
    case 'category':
      return `kategorien «${label}»`
    case 'word':
      return `«${value}» i teksten`
    case 'labour':
      return 'arbeid'
    case 'goods':
      return 'varer'
  }
}

/** Returns a Norwegian sentence about what is wrong with the rule; null when nothing is wrong. */
export function ruleProblem(rule: AccountRule, { accounts }: VatCompany): string | null {
  return isInChart(rule.account, accounts)
    ? null
    : `Konto ${rule.account} finnes ikke i kontoplanen i Fiken.`
}

type CheckedRules = { ok: true; rules: AccountRule[] } | { ok: false; message: string }

/** Returns the rules to store, or the reason why the first invalid rule is rejected. */
export function checkRules(requested: readonly AccountRule[], company: VatCompany): CheckedRules {
  const refuse = (index: number, why: string): CheckedRules => ({
    ok: false,
    message: `Regel ${index + 1}: ${why}`,
  })
  const rules: AccountRule[] = []
  for (const [index, rule] of requested.entries()) {
    const general = rule.kind === 'labour' || rule.kind === 'goods'
    const named = rule.kind === 'item' || rule.kind === 'category'
    const value = general ? '' : rule.value
    if (rule.kind === 'word' && foldText(value) === '')
      return refuse(index, 'Skriv teksten som linjene skal inneholde.')
    if (rule.kind === 'item' && value === '') return refuse(index, 'Velg en vare.')
    if (rule.kind === 'category' && value === '') return refuse(index, 'Velg en kategori.')
    const problem = ruleProblem(rule, company)
    if (problem) return refuse(index, problem)
    const twin = rules.findIndex(
      (other) => other.kind === rule.kind && keyOf(other.value) === keyOf(value),
    )
    if (twin >= 0) return refuse(index, `Den gjelder det samme som regel ${twin + 1}.`)
    rules.push({ kind: rule.kind, value, label: named ? rule.label : '', account: rule.account })
  }
  return { ok: true, rules }
}

const keyOf = (value: string) => foldText(value) || value

export function sameRules(one: readonly AccountRule[], other: readonly AccountRule[]): boolean {
  const text = (rules: readonly AccountRule[]) =>
    JSON.stringify(rules.map(({ kind, value, account }) => [kind, value, account]))
  return text(one) === text(other)
}
