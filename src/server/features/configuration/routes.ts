import type { FastifyInstance } from 'fastify'
import { mayWritePayments } from '#clients/servicem8/oauth'
import * as contract from '#shared/contracts/configuration'
import { connectionsOf } from '../connections/read-connections.ts'
import { route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { confirmCompany, saveConfiguration } from './save-configuration.ts'
import { saveVatTable } from './save-vat-mappings.ts'
import { findOrMakeConfiguration, knownCompany, type ConfigurationRow } from './store.ts'
import { inScreenOrder, problemsOf } from './vat-check.ts'
import { readVatTable } from './vat-table.ts'

export function configurationRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, contract.readConfiguration, async ({ user }) =>
    present(platform, await findOrMakeConfiguration(platform.db, user.id)),
  )
  route(app, contract.saveConfiguration, async ({ user, body }) =>
    present(platform, await saveConfiguration(platform, user.id, body)),
  )
  route(app, contract.clearCompanySelection, async ({ user }) => {
    await confirmCompany(platform, user.id)
    return { success: true }
  })
  route(app, contract.readVatMappings, ({ user }) => presentVatTable(platform, user.id))
  route(app, contract.saveVatMappings, async ({ user, body }) => {
    await saveVatTable(platform, user.id, body)
    return presentVatTable(platform, user.id)
  })
}

async function present(platform: Platform, row: ConfigurationRow): Promise<contract.Configuration> {
  const { servicem8, fiken } = await connectionsOf(platform.db, row.userId)
  const company = row.fikenCompanySlug ? await knownCompany(platform.db, row.userId, row.fikenCompanySlug) : null
  return {
    ...row,
    fikenCompanyName: company?.name ?? null,
    activatedAt: row.activatedAt?.toISOString() ?? null,
    servicem8TokenExpiry: servicem8?.expiresAt?.toISOString() ?? null,
    fikenTokenExpiry: fiken?.expiresAt?.toISOString() ?? null,
    writeBackAllowed: servicem8?.status === 'connected' && mayWritePayments(servicem8.scope),
    fikenWebUrl: platform.config.fiken.webUrl,
    updatedAt: row.updatedAt.toISOString(),
  }
}

async function presentVatTable(platform: Platform, userId: string): Promise<contract.VatMapping[]> {
  const { fikenCompanySlug } = await findOrMakeConfiguration(platform.db, userId)
  const { rows, company, shown } = await readVatTable(platform.db, userId, fikenCompanySlug)
  return inScreenOrder(rows.filter((row) => shown.has(row.taxRateUuid))).map((row) => ({
    ...row,
    problems: problemsOf(row, company),
  }))
}
