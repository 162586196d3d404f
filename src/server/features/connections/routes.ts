import type { FastifyInstance } from 'fastify'
import { mayDo } from '#shared/access/roles'
import { VENDOR_NAMES } from '#shared/access/vendor-names'
import type { AnswerOf } from '#shared/contract'
import {
  endConnectionReview as endReview,
  readConnectionReview,
} from '#shared/contracts/account/connection-review'
import { endGrant, listGrants } from '#shared/contracts/account/grants'
import { type readTokenStatus, type Vendor, VENDORS } from '#shared/contracts/connections'
import * as contract from '#shared/contracts/connections'
import type { Db } from '../../platform/database/database.ts'
import { personRoute, route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { endConnectionReview } from '../auth/passwords/password-reset.ts'
import { companiesOf, passwordSetByLinkAt } from '../auth/queries.ts'
import { noteSecurity } from '../auth/security-log/note.ts'
import { reachableCompanies } from './company/fiken-companies.ts'
import { disconnectFromServicem8, logOutOfFiken } from './oauth/disconnect.ts'
import { endOwnGrant } from './oauth/lose-grants.ts'
import { tryFiken, tryServicem8 } from './oauth/try-connection.ts'
import { type Connection, connectionsOf, grantsOf } from './queries.ts'
import { registerAgain, registeredWebhooks, removeWebhook } from './webhooks/webhooks.ts'

export function connectionRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, contract.readTokenStatus, ({ company }) => tokenStatus(platform.db, company.id))

  personRoute(app, readConnectionReview, ({ user }) => connectionReview(platform.db, user.id))
  personRoute(app, endReview, async ({ user }) => {
    await endConnectionReview(platform, user.id)
    return { message: 'Tilkoblingene er sett over.' }
  })

  route(app, contract.revokeFiken, async ({ actor, company, request }) => {
    const message = await logOutOfFiken(platform, company.id, actor)
    const reason = 'by_user_fiken'
    const { id: userId, email } = actor
    await noteSecurity(platform, 'grant_ended', { userId, email, request, reason })
    return { message }
  })
  route(app, contract.disconnectServicem8, async ({ actor, company, request }) => {
    const message = await disconnectFromServicem8(platform, company.id, actor)
    const reason = 'by_user_servicem8'
    const { id: userId, email } = actor
    await noteSecurity(platform, 'grant_ended', { userId, email, request, reason })
    return { message }
  })

  personRoute(app, listGrants, ({ user }) => grantsOf(platform.db, user.id))
  personRoute(app, endGrant, async ({ user, params, request }) => {
    const message = await endOwnGrant(platform, user, params.id)
    const reason = 'by_user_fiken'
    const { id: userId, email } = user
    await noteSecurity(platform, 'grant_ended', { userId, email, request, reason })
    return { message }
  })

  route(app, contract.testServicem8, ({ company }) => tryServicem8(platform, company.id))
  route(app, contract.testFiken, ({ company, body }) =>
    tryFiken(platform, company.id, body.companySlug),
  )

  route(app, contract.listFikenCompanies, async ({ actor, company }) => ({
    success: true,
    companies: await reachableCompanies(platform, company.id, actor.id),
  }))

  route(app, contract.listWebhooks, async ({ company }) => ({
    webhooks: await registeredWebhooks(platform, company.id),
  }))
  route(app, contract.deleteWebhook, async ({ actor, company, params }) => {
    await removeWebhook(platform, company.id, actor, params.id)
    return { message: 'Webhooken er slettet.' }
  })
  route(app, contract.registerWebhooks, async ({ actor, company }) => {
    await registerAgain(platform, company.id, actor)
    return { message: 'Webhooken er registrert.' }
  })
}

/** Returns the connections of all companies in which the person may end them. */
async function connectionReview(
  db: Db,
  personId: string,
): Promise<AnswerOf<typeof readConnectionReview>> {
  const at = await passwordSetByLinkAt(db, personId)
  const connections: AnswerOf<typeof readConnectionReview>['connections'] = []
  for (const { id, name, role } of await companiesOf(db, personId)) {
    if (!mayDo(role, 'disconnect')) continue
    const of = await connectionsOf(db, id)
    for (const vendor of VENDORS) {
      const connection = of[vendor]
      if (connection && connection.status !== 'disconnected')
        connections.push({ vendor, accountName: connection.accountName, company: { id, name } })
    }
  }
  return { resetAt: at?.toISOString() ?? null, connections }
}

async function tokenStatus(db: Db, companyId: string): Promise<AnswerOf<typeof readTokenStatus>> {
  const { servicem8, fiken } = await connectionsOf(db, companyId)
  const servicem8Status = servicem8?.status ?? 'disconnected'
  const fikenStatus = fiken?.status ?? 'disconnected'
  return {
    needsReauth: servicem8Status === 'reauth_required' || fikenStatus === 'reauth_required',
    servicem8Status,
    servicem8Message: messageOf('servicem8', servicem8),
    fikenStatus,
    fikenMessage: messageOf('fiken', fiken),
  }
}

function messageOf(vendor: Vendor, connection: Connection | null): string {
  const name = VENDOR_NAMES[vendor]
  if (!connection || connection.status === 'disconnected') return `${name} er ikke tilkoblet`
  if (connection.problem) return connection.problem
  return connection.status === 'connected'
    ? `${name} er tilkoblet`
    : `${name} må kobles til på nytt`
}
