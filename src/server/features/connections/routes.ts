import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contracts/connections'
import { configurationOf } from '../configuration/read-configuration.ts'
import { route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { disconnectFromServicem8, logOutOfFiken } from './disconnect.ts'
import { payableBankAccounts, reachableCompanies } from './fiken-companies.ts'
import { systemStatus, tokenStatus } from './status.ts'
import { tryFiken, tryServicem8 } from './try-connection.ts'
import { registerAgain, registeredWebhooks, removeWebhook } from './webhooks.ts'

/** The JSON calls; the browser's way to consent and back is in oauth-routes.ts. */
export function connectionRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, contract.readSystemStatus, ({ user }) => systemStatus(platform.db, user.id))
  route(app, contract.readTokenStatus, ({ user }) => tokenStatus(platform.db, user.id))

  route(app, contract.revokeFiken, async ({ user }) => ({ message: await logOutOfFiken(platform, user.id) }))
  route(app, contract.disconnectServicem8, async ({ user }) => ({ message: await disconnectFromServicem8(platform, user.id) }))

  route(app, contract.testServicem8, ({ user }) => tryServicem8(platform, user.id))
  route(app, contract.testFiken, ({ user, body }) => tryFiken(platform, user.id, body.companySlug))

  route(app, contract.listFikenCompanies, async ({ user }) => ({
    success: true,
    companies: await reachableCompanies(platform, user.id),
  }))
  route(app, contract.listFikenBankAccounts, async ({ user }) => {
    const { fikenCompanySlug } = await configurationOf(platform.db, user.id)
    if (!fikenCompanySlug) throw new Refusal(409, 'no_company', 'Velg et selskap i Fiken først.')
    return { success: true, bankAccounts: await payableBankAccounts(platform, user.id, fikenCompanySlug) }
  })

  route(app, contract.listWebhooks, async ({ user }) => ({ webhooks: await registeredWebhooks(platform, user.id) }))
  route(app, contract.deleteWebhook, async ({ user, params }) => {
    await removeWebhook(platform, user.id, params.id)
    return { message: 'Webhooken er slettet.' }
  })
  route(app, contract.registerWebhooks, async ({ user }) => {
    await registerAgain(platform, user.id)
    return { message: 'Webhooken er registrert.' }
  })
}
