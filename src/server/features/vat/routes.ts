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
  route(app, contract.readVatMappings, ({ user }) => presentVatTable(platform, user.id))
  route(app, contract.readVatAccounts, ({ user }) => presentVatAccounts(platform, user.id))
  route(app, contract.saveVatMappings, async ({ user, body }) => {
    await saveVatTable(platform, user.id, body)
    return presentVatTable(platform, user.id)
  })
  route(app, rules.readAccountRules, ({ user }) => presentRules(platform, user.id))
  route(app, rules.saveAccountRules, async ({ user, body }) => {
    await saveRuleList(platform, user.id, body.rules, body.known)
    return presentRules(platform, user.id)
  })
  route(app, rules.findRuleItems, ({ user, query }) => findItems(platform, user.id, query.query))
  route(app, rules.readJobCategories, ({ user }) => listCategories(platform, user.id))
}

async function presentRules({ db }: Platform, userId: string) {
  const { rules: list, company, accounts } = await readRuleList(db, userId)
  return {
    rules: list.map((rule) => ({ ...rule, problem: ruleProblem(rule, company) })),
    accounts,
  }
}

async function presentVatAccounts(
  platform: Platform,
  userId: string,
): Promise<contract.VatAccounts> {
  const { fikenCompanySlug } = await configurationOf(platform.db, userId)
  const { company } = await readVatTable(platform.db, userId, fikenCompanySlug)
  return presentAccounts(company)
}

async function presentVatTable(platform: Platform, userId: string): Promise<contract.VatMapping[]> {
  const { fikenCompanySlug } = await configurationOf(platform.db, userId)
  const { rows, company, shown } = await readVatTable(platform.db, userId, fikenCompanySlug)
  return inScreenOrder(rows.filter((row) => shown.has(row.taxRateUuid))).map((row) => ({
    ...row,
    problems: problemsOf(row, company),
  }))
}
