import type { Db } from '../../platform/database/database.ts'
import { instant } from '../../platform/clock.ts'
import { HttpError } from '../../platform/http-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordActivity } from '../activity-log/record.ts'
import { configurationOf, holdConfiguration } from '../configuration/queries.ts'
import { knownCompany } from '../connections/queries.ts'
import { checkRules, sameRules, type AccountRule } from './account-rules.ts'
import { replaceRules, storedRules } from './rule-store.ts'
import type { VatCompany } from './vat.ts'

export interface RuleList {
  rules: AccountRule[]
  company: VatCompany
  /** The company's income accounts, by number. */
  accounts: { code: string; name: string }[]
}

/** The rules of one company, in the order in which they are asked. */
export const accountRulesOf: (db: Db, userId: string, slug: string) => Promise<AccountRule[]> =
  storedRules

/** The rules of the chosen company, with what they are judged by; none without a company. */
export async function readRuleList(db: Db, userId: string): Promise<RuleList> {
  const { fikenCompanySlug: slug } = await configurationOf(db, userId)
  const known = slug === null ? null : await knownCompany(db, userId, slug)
  const chart = known?.accounts ?? []
  return {
    rules: slug === null ? [] : await storedRules(db, userId, slug),
    company: {
      vatRegistered: known?.vatRegistered ?? true,
      accounts: chart.length > 0 ? chart.map(({ code }) => code) : null,
    },
    accounts: chart
      // Sales and other income are class 3 of the Norwegian standard chart (NS 4102).
      .filter(({ code }) => code.startsWith('3'))
      .map(({ code, name }) => ({ code, name }))
      .sort((one, other) => one.code.localeCompare(other.code, 'nb', { numeric: true })),
  }
}

/**
 * Replaces the rules of the chosen company. Drafts that are made keep their accounts.
 *
 * @param known the rules as the screen had read them
 * @throws HttpError 409 without a company, or when another window has saved in the meantime; 400
 *   naming the rule that cannot be saved, and then nothing is
 */
export async function saveRuleList(
  platform: Platform,
  userId: string,
  requested: readonly AccountRule[],
  known: readonly AccountRule[] | undefined,
): Promise<void> {
  const at = instant(platform.clock)
  await platform.db.transaction(async (tx) => {
    // Of two windows that save, the second is judged by what the first has saved.
    await holdConfiguration(tx, userId)
    const { fikenCompanySlug: slug } = await configurationOf(tx, userId)
    if (!slug)
      throw new HttpError(409, 'no_company', 'Velg et selskap i Fiken før du lager kontoregler.')
    const { rules, company } = await readRuleList(tx, userId)
    const checked = checkRules(requested, company)
    if (!checked.ok) throw new HttpError(400, 'account_rule_refused', checked.message)
    if (sameRules(checked.rules, rules)) return
    if (known && !sameRules(known, rules))
      throw new HttpError(
        409,
        'changed_elsewhere',
        'Kontoreglene er endret i et annet vindu i mellomtiden. Se over dem, og lagre på nytt hvis dine skal gjelde.',
      )
    await replaceRules(tx, userId, slug, checked.rules, at)
    await recordActivity(tx, {
      userId,
      type: 'configuration',
      action: 'account_rules_saved',
      description: `Kontoregler lagret: ${checked.rules.length === 0 ? 'ingen' : checked.rules.length}`,
      success: true,
      at,
    })
  })
}
