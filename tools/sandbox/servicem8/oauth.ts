import type { FastifyInstance } from 'fastify'
import { SERVICEM8_CLIENT } from '../http/credentials.ts'
import { registerOAuth } from '../http/oauth-server.ts'
import { findAccount, type World } from '../world/world.ts'

export const TOKEN_PATH = '/oauth/access_token'

export function registerServiceM8OAuth(app: FastifyInstance, world: World): void {
  registerOAuth(app, world, {
    key: 'servicem8',
    vendorName: 'ServiceM8',
    clientId: SERVICEM8_CLIENT.id,
    tokenPath: TOKEN_PATH,
    hasScopes: true,
    demandsState: false,
    subjectName: 'account',
    subjects: () =>
      Object.values(world.state.servicem8.accounts).map(({ uuid, vendor }) => ({
        value: uuid,
        label: vendor.name,
      })),
    find: (wanted) => {
      const account = findAccount(world, wanted)
      return account && { subject: account.uuid, companies: [] }
    },
    noSubject: 'Det finnes ingen slik konto.',
    isClient: (_request, body) =>
      body['client_id'] === SERVICEM8_CLIENT.id &&
      body['client_secret'] === SERVICEM8_CLIENT.secret,
    badClient: { status: 400, description: 'Client authentication failed' },
    badGrant: 'The grant is invalid, expired or revoked',
    answer: ({ accessToken, refreshToken, expiresIn, grant }) => ({
      access_token: accessToken,
      token_type: 'bearer',
      expires_in: expiresIn,
      refresh_token: refreshToken,
      scope: grant.scope,
    }),
  })
}
