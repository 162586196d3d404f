import type { FastifyInstance } from 'fastify'
import {
  endConnectionReview as endReview,
  readConnectionReview,
} from '#shared/contracts/account/connection-review'
import * as contract from '#shared/contracts/connections'
import { route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { endConnectionReview } from '../auth/new-password/password-reset.ts'
import { noteSecurity } from '../auth/security-log/note.ts'
import { connectionReview } from './review.ts'
import { disconnectFromServicem8, logOutOfFiken } from './oauth/disconnect.ts'
import { reachableCompanies } from './company/fiken-companies.ts'
import { tokenStatus } from './token-status.ts'
import { tryFiken, tryServicem8 } from './oauth/try-connection.ts'
import { registerAgain, registeredWebhooks, removeWebhook } from './webhooks/webhooks.ts'

/** The JSON calls; the browser's way to consent and back is in configuration/consent-routes.ts. */
export function connectionRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, contract.readTokenStatus, ({ user }) => tokenStatus(platform.db, user.id))

  route(app, readConnectionReview, ({ user }) => connectionReview(platform.db, user.id))
  route(app, endReview, async ({ user }) => {
    await endConnectionReview(platform, user.id)
    return { message: 'Tilkoblingene er sett over.' }
  })

  route(app, contract.revokeFiken, async ({ user: { id: userId, email }, request }) => {
    const message = await logOutOfFiken(platform, userId)
    const reason = 'by_user_fiken'
    await noteSecurity(platform, 'grant_ended', { userId, email, request, reason })
    return { message }
  })
  route(app, contract.disconnectServicem8, async ({ user: { id: userId, email }, request }) => {
    const message = await disconnectFromServicem8(platform, userId)
    const reason = 'by_user_servicem8'
    await noteSecurity(platform, 'grant_ended', { userId, email, request, reason })
    return { message }
  })

  route(app, contract.testServicem8, ({ user }) => tryServicem8(platform, user.id))
  route(app, contract.testFiken, ({ user, body }) => tryFiken(platform, user.id, body.companySlug))

  route(app, contract.listFikenCompanies, async ({ user }) => ({
    success: true,
    companies: await reachableCompanies(platform, user.id),
  }))

  route(app, contract.listWebhooks, async ({ user }) => ({
    webhooks: await registeredWebhooks(platform, user.id),
  }))
  route(app, contract.deleteWebhook, async ({ user, params }) => {
    await removeWebhook(platform, user.id, params.id)
    return { message: 'Webhooken er slettet.' }
  })
  route(app, contract.registerWebhooks, async ({ user }) => {
    await registerAgain(platform, user.id)
    return { message: 'Webhooken er registrert.' }
  })
}
