import { isExternalError } from '#clients/http/external-error'
import type { RuleChoice } from '#shared/contracts/account-rules'
import type { Actor } from '../../platform/http/caller.ts'
import type { Db } from '../../platform/database/database.ts'
import { instant } from '../../platform/clock.ts'
import { HttpError } from '../../platform/http-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordActivity } from '../activity-log/record.ts'
import { noteUse } from '../auth/note-use.ts'
import { configurationOf, holdConfiguration } from '../configuration/queries.ts'
import { knownCompany } from '../connections/queries.ts'
import { openServicem8 } from '../connections/tokens/open-clients.ts'
import { vendorFailure } from '../connections/vendor-failure.ts'
import { materialsMentioning } from '../mirrors/materials.ts'
import { checkRules, sameRules, type AccountRule } from './account-rules.ts'
import { accountRulesOf, replaceRules } from './store.ts'
import { byNumber, isSales, vatCompanyOf, type VatCompany } from './vat-accounts.ts'

interface RuleList {
  rules: AccountRule[]
  company: VatCompany
  accounts: { code: string; name: string }[]
}

export async function readRuleList(db: Db, companyId: string): Promise<RuleList> {
  const { fikenCompanySlug: slug } = await configurationOf(db, companyId)
  const known = slug === null ? null : await knownCompany(db, companyId, slug)
  return {
    rules: slug === null ? [] : await accountRulesOf(db, companyId, slug),
    company: vatCompanyOf(known),
    accounts: (known?.accounts ?? [])
      .filter(({ code }) => isSales(code))
      .map(({ code, name }) => ({ code, name }))
      .sort((one, other) => byNumber(one.code, other.code)),
  }
}

/**
 * Replaces the chosen company's rules. Accounts in existing drafts are not changed.
 * @param known the rules as they were when the screen loaded them
 * @throws HttpError 409 without a chosen company, or when the rules have been saved from another
 * window in the meantime; 400 with the name of the rejected rule. Nothing is saved then.
 */
export async function saveRuleList(
  platform: Platform,
  companyId: string,
  actor: Actor,
  requested: readonly AccountRule[],
  known: readonly AccountRule[] | undefined,
): Promise<void> {
  const at = instant(platform.clock)
  await platform.db.transaction(async (tx) => {
    // Makes concurrent saves from two windows run one after the other, so that the second is
    // checked against the rules of the first.
    await holdConfiguration(tx, companyId)
    const { fikenCompanySlug: slug } = await configurationOf(tx, companyId)
    if (!slug)
      throw new HttpError(409, 'no_company', 'Velg et selskap i Fiken før du lager kontoregler.')
    const { rules, company } = await readRuleList(tx, companyId)
    const checked = checkRules(requested, company)
    if (!checked.ok) throw new HttpError(400, 'account_rule_refused', checked.message)
    if (sameRules(checked.rules, rules)) return
    if (known && !sameRules(known, rules))
      throw new HttpError(
        409,
        'changed_elsewhere',
        'Kontoreglene er endret i et annet vindu i mellomtiden. Se over dem, og lagre på nytt hvis dine skal gjelde.',
      )
    await replaceRules(tx, companyId, slug, checked.rules, at)
    await noteUse(tx, companyId, 'account_rules')
    await recordActivity(tx, {
      companyId,
      actor,
      type: 'configuration',
      action: 'account_rules_saved',
      description: `Kontoregler lagret: ${checked.rules.length === 0 ? 'ingen' : checked.rules.length}`,
      success: true,
      at,
    })
  })
}

const MOST_ITEMS = 20

export async function findItems(
  { db }: Platform,
  companyId: string,
  query: string,
): Promise<RuleChoice[]> {
  const found = await materialsMentioning(db, companyId, query, MOST_ITEMS)
  return found.map(({ uuid, name, itemNumber }) => ({
    value: uuid,
    label: itemNumber === '' ? name : `${name} (${itemNumber})`,
  }))
}

/**
 * Returns the account's job categories. They are read from ServiceM8 each time, because they are
 * few and needed only while the user creates a rule.
 * @throws HttpError 409 `missing_scope` when the grant is older than the scope for categories, and
 * when the request to ServiceM8 fails
 */
export async function listCategories(platform: Platform, companyId: string): Promise<RuleChoice[]> {
  try {
    const { client } = await openServicem8(platform, companyId, { interactive: true })
    const categories = await client.categories.list()
    return categories
      .filter(({ active, name }) => active && name !== '')
      .map(({ uuid, name }) => ({ value: uuid, label: name }))
      .sort((one, other) => one.label.localeCompare(other.label, 'nb'))
  } catch (error) {
    if (isExternalError(error, 'forbidden'))
      throw new HttpError(
        409,
        'missing_scope',
        'Tilgangen til ServiceM8 omfatter ikke jobbkategorier. Koble til ServiceM8 på nytt for å velge blant dem.',
      )
    throw vendorFailure(error, 'Kunne ikke hente kategoriene fra ServiceM8.')
  }
}
