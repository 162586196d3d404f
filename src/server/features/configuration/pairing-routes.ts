import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contracts/pairings'
import { personRoute, route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { acceptOffer, confirmAll, offersTo, pairingsOf } from './pairing/pairings.ts'

export function pairingRoutes(app: FastifyInstance, platform: Platform): void {
  personRoute(app, contract.readPairings, ({ user }) => pairingsOf(platform, user.id))
  personRoute(app, contract.confirmPairings, ({ user, body }) =>
    confirmAll(platform, user, body.pairs),
  )

  route(app, contract.readFikenOffers, ({ actor, company }) =>
    offersTo(platform, { companyId: company.id, ownerId: actor.id }),
  )
  route(app, contract.acceptFikenOffer, async ({ actor, company, body }) => {
    await acceptOffer(platform, company, actor, body)
    return { message: 'Firmaet er koblet til Fiken.' }
  })
}
