import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FIKEN_CLIENT } from '../http/credentials.ts'
import { registerOAuth } from '../http/oauth-server.ts'
import { bearerOf, liveGrant } from '../http/oauth-store.ts'
import type { World } from '../world/world.ts'

export const TOKEN_PATH = '/oauth/token'

export function registerFikenOAuth(app: FastifyInstance, world: World): void {
  const { users, companies, oauth } = world.state.fiken
  registerOAuth(app, world, {
    key: 'fiken',
    vendorName: 'Fiken',
    clientId: FIKEN_CLIENT.id,
    tokenPath: TOKEN_PATH,
    hasScopes: false,
    demandsState: true,
    subjectName: 'user',
    subjects: () =>
      Object.values(users).map(({ email, name }) => ({
        value: email,
        label: `${name} (${email})`,
      })),
    companies: () =>
      Object.values(companies).map(({ slug, info }) => ({
        value: slug,
        label: `${info.name}, ${Object.values(users)
          .filter((user) => user.companies.includes(slug))
          .map((user) => user.name)
          .join(', ')}`,
        hasApi: info.hasApiAccess,
      })),
    find: (wanted) => {
      const user = wanted ? users[wanted] : Object.values(users)[0]
      return user && { subject: user.email, companies: user.companies }
    },
    noSubject: 'Det finnes ingen slik bruker.',
    isClient: basicCredentials,
    badClient: { status: 401, description: 'Bad client credentials' },
    badGrant: 'Invalid grant, the code or refresh token is unknown, used or revoked',
    answer: ({ accessToken, refreshToken, expiresIn }) => ({
      access_token: accessToken,
      refresh_token: refreshToken,
      token_type: 'bearer',
      expires_in: expiresIn,
    }),
  })

  app.post('/oauth/revoke', async (request, reply) => {
    const grant = liveGrant(oauth, world.now(), bearerOf(request.headers.authorization))
    if (!grant)
      return reply.code(401).send({ error: 'invalid_token', error_description: 'Unknown token' })
    grant.revoked = true
    world.touch()
    return reply.code(200).send()
  })
}

function basicCredentials(request: FastifyRequest): boolean {
  const found = /^Basic\s+(.+)$/i.exec(request.headers.authorization ?? '')
  if (!found?.[1]) return false
  const [id = '', secret = ''] = Buffer.from(found[1], 'base64').toString().split(':', 2)
  return decode(id) === FIKEN_CLIENT.id && decode(secret) === FIKEN_CLIENT.secret
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
