import type { FastifyInstance } from 'fastify'
import { mayReadAttachments, mayWritePayments } from '#clients/servicem8/oauth'
import * as contract from '#shared/contracts/configuration'
import { listFikenBankAccounts } from '#shared/contracts/connections'
import { HttpError } from '../../platform/http-error.ts'
import { route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { connectionsOf, knownCompany } from '../connections/queries.ts'
import { payableBankAccounts } from '../connections/company/fiken-companies.ts'
import { confirmCompany, saveConfiguration } from './save-configuration.ts'
import { configurationOf, type ConfigurationRow } from './queries.ts'

export function configurationRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, contract.readConfiguration, async ({ company }) =>
    present(platform, await configurationOf(platform.db, company.id)),
  )
  route(app, contract.saveConfiguration, async ({ actor, company, body }) =>
    present(platform, await saveConfiguration(platform, company, actor, body)),
  )
  route(app, contract.clearCompanySelection, async ({ actor, company }) => {
    await confirmCompany(platform, company.id, actor)
    return { success: true }
  })
  route(app, listFikenBankAccounts, async ({ company }) => {
    const { fikenCompanySlug } = await configurationOf(platform.db, company.id)
    if (!fikenCompanySlug) throw new HttpError(409, 'no_company', 'Velg et selskap i Fiken først.')
    return {
      success: true,
      bankAccounts: await payableBankAccounts(platform, company.id, fikenCompanySlug),
    }
  })
}

async function present(platform: Platform, row: ConfigurationRow): Promise<contract.Configuration> {
  const { servicem8, fiken } = await connectionsOf(platform.db, row.companyId)
  const company = row.fikenCompanySlug
    ? await knownCompany(platform.db, row.companyId, row.fikenCompanySlug)
    : null
  return {
    ...row,
    fikenCompanyName: company?.name ?? null,
    activatedAt: row.activatedAt?.toISOString() ?? null,
    servicem8TokenExpiry: servicem8?.expiresAt?.toISOString() ?? null,
    fikenTokenExpiry: fiken?.expiresAt?.toISOString() ?? null,
    writeBackAllowed: servicem8?.status === 'connected' && mayWritePayments(servicem8.scope),
    attachmentsAllowed: servicem8?.status === 'connected' && mayReadAttachments(servicem8.scope),
    fikenWebUrl: platform.config.fiken.webUrl,
    updatedAt: row.updatedAt.toISOString(),
  }
}
