import type { FastifyInstance } from 'fastify'
import * as rules from '#shared/contracts/account-rules'
import * as contract from '#shared/contracts/vat'
import { route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { configurationOf } from '../configuration/queries.ts'
import { ruleProblem } from './account-rules.ts'
import { inScreenOrder, problemsOf } from './mapping-check.ts'
import { readVatTable } from './queries.ts'
import { findItems, listCategories, readRuleList, saveRuleList } from './rule-list.ts'
import { saveVatTable } from './save-mappings.ts'
import { presentAccounts } from './vat-accounts.ts'

export function vatRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, contract.readVatMappings, ({ company }) => presentVatTable(platform, company.id))
  route(app, contract.readVatAccounts, ({ company }) => presentVatAccounts(platform, company.id))
  route(app, contract.saveVatMappings, async ({ actor, company, body }) => {
    await saveVatTable(platform, company.id, actor, body)
    return presentVatTable(platform, company.id)
  })
  route(app, rules.readAccountRules, ({ company }) => presentRules(platform, company.id))
  route(app, rules.saveAccountRules, async ({ actor, company, body }) => {
    await saveRuleList(platform, company.id, actor, body.rules, body.known)
    return presentRules(platform, company.id)
  })
  route(app, rules.findRuleItems, ({ company, query }) =>
    findItems(platform, company.id, query.query),
  )
  route(app, rules.readJobCategories, ({ company }) => listCategories(platform, company.id))
}

async function presentRules({ db }: Platform, companyId: string) {
  const { rules: list, company, accounts } = await readRuleList(db, companyId)
  return {
    rules: list.map((rule) => ({ ...rule, problem: ruleProblem(rule, company) })),
    accounts,
  }
}

async function presentVatAccounts(
  platform: Platform,
  companyId: string,
): Promise<contract.VatAccounts> {
  const { fikenCompanySlug } = await configurationOf(platform.db, companyId)
  const { company } = await readVatTable(platform.db, companyId, fikenCompanySlug)
  return presentAccounts(company)
}

async function presentVatTable(
  platform: Platform,
  companyId: string,
): Promise<contract.VatMapping[]> {
  const { fikenCompanySlug } = await configurationOf(platform.db, companyId)
  const { rows, company, shown } = await readVatTable(platform.db, companyId, fikenCompanySlug)
  return inScreenOrder(rows.filter((row) => shown.has(row.taxRateUuid))).map((row) => ({
    ...row,
    problems: problemsOf(row, company),
  }))
}
