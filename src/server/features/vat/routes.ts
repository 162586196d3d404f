import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contracts/vat'
import { route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { configurationOf } from '../configuration/queries.ts'
import { inScreenOrder, problemsOf } from './mapping-check.ts'
import { readVatTable } from './mapping-table.ts'
import { saveVatTable } from './save-mappings.ts'

export function vatRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, contract.readVatMappings, ({ user }) => presentVatTable(platform, user.id))
  route(app, contract.saveVatMappings, async ({ user, body }) => {
    await saveVatTable(platform, user.id, body)
    return presentVatTable(platform, user.id)
  })
}

async function presentVatTable(platform: Platform, userId: string): Promise<contract.VatMapping[]> {
  const { fikenCompanySlug } = await configurationOf(platform.db, userId)
  const { rows, company, shown } = await readVatTable(platform.db, userId, fikenCompanySlug)
  return inScreenOrder(rows.filter((row) => shown.has(row.taxRateUuid))).map((row) => ({
    ...row,
    problems: problemsOf(row, company),
  }))
}
