import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { APP_NAME, FIKEN_CLIENT } from '../http/credentials.ts'
import { bearerOf, liveGrant, redeemCode, refreshTokens, startGrant } from '../http/oauth-store.ts'
import { AUTO_CONSENT } from '../sentinels.ts'
import { consentPage, errorPage } from '../web/consent.ts'
import type { World } from '../world/world.ts'

/** Registers the consent page, token and revocation endpoints of fiken.no. */
export function registerOAuth(app: FastifyInstance, world: World): void {
  const { users, companies, oauth } = world.state.fiken

  app.get('/oauth/authorize', async (request, reply) => {
    const asked = readAsked(request.query)
    const problem = problemWith(asked)
    if (problem) return reply.code(400).type('text/html').send(errorPage('Fiken', problem))
    const consent = world.settings.consent.fiken
    const query = request.query as Record<string, string | undefined>
    if (consent.mode === 'deny' || query['deny'] === AUTO_CONSENT) return deny(reply, asked)
    if (query['auto'] === AUTO_CONSENT || consent.mode === 'auto') {
      return agree(reply, asked, query['user'] ?? consent.subject, null)
    }
    const everyone = Object.values(users)
    const page = consentPage({
      vendor: 'Fiken',
      app: APP_NAME,
      action: '/oauth/authorize',
      subjectName: 'user',
      subjects: everyone.map((user) => ({
        value: user.email,
        label: `${user.name} (${user.email})`,
      })),
      companies: Object.values(companies).map((company) => ({
        value: company.slug,
        label: `${company.info.name}, ${everyone
          .filter((user) => user.companies.includes(company.slug))
          .map((user) => user.name)
          .join(', ')}`,
        hasApi: company.info.hasApiAccess,
      })),
      hidden: asked,
    })
    return reply.type('text/html').send(page)
  })

  app.post('/oauth/authorize', async (request, reply) => {
    const form = new URLSearchParams(request.bodyText)
    const asked = readAsked(Object.fromEntries(form))
    const problem = problemWith(asked)
    if (problem) return reply.code(400).type('text/html').send(errorPage('Fiken', problem))
    if (form.get('decision') !== 'approve') return deny(reply, asked)
    return agree(reply, asked, form.get('user') ?? '', form.getAll('companies'))
  })

  app.post('/oauth/token', async (request, reply) => {
    const body = (request.body ?? {}) as Record<string, string | undefined>
    if (!(request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')) {
      return refuse(reply, 400, 'invalid_request', 'The request must be form-encoded')
    }
    if (!basicCredentials(request))
      return refuse(reply, 401, 'invalid_client', 'Bad client credentials')
    const rules = world.settings.fiken
    if (body['grant_type'] === 'authorization_code' && !body['state']) {
      return refuse(reply, 400, 'invalid_request', 'Missing parameter: state')
    }
    const tokens =
      body['grant_type'] === 'refresh_token'
        ? refreshTokens(oauth, world.now(), rules, body['refresh_token'] ?? '')
        : body['grant_type'] === 'authorization_code'
          ? redeemCode(oauth, world.now(), rules, {
              code: body['code'] ?? '',
              clientId: FIKEN_CLIENT.id,
              redirectUri: body['redirect_uri'] ?? '',
              state: body['state'] ?? '',
            })
          : null
    if (!tokens)
      return refuse(
        reply,
        400,
        'invalid_grant',
        'Invalid grant, the code or refresh token is unknown, used or revoked',
      )
    world.touch()
    if (request.entry) request.entry.who = tokens.grant.subject
    return {
      access_token: tokens.accessToken,
      refresh_token: tokens.refreshToken,
      token_type: 'bearer',
      expires_in: tokens.expiresIn,
    }
  })

  app.post('/oauth/revoke', async (request, reply) => {
    const grant = liveGrant(oauth, world.now(), bearerOf(request.headers.authorization))
    if (!grant) return refuse(reply, 401, 'invalid_token', 'Unknown token')
    grant.revoked = true
    world.touch()
    return reply.code(200).send()
  })

  function agree(
    reply: FastifyReply,
    asked: Asked,
    wanted: string,
    chosen: string[] | null,
  ): FastifyReply {
    const user = wanted ? users[wanted] : Object.values(users)[0]
    if (!user)
      return reply
        .code(400)
        .type('text/html')
        .send(errorPage('Fiken', 'Det finnes ingen slik bruker.'))
    const code = startGrant(oauth, world.now(), {
      subject: user.email,
      clientId: asked.client_id,
      scope: '',
      companies: user.companies.filter((slug) => chosen === null || chosen.includes(slug)),
      redirectUri: asked.redirect_uri,
      state: asked.state,
    })
    world.touch()
    return redirectBack(reply, asked, { code })
  }
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

interface Asked extends Record<string, string> {
  response_type: string
  client_id: string
  redirect_uri: string
  state: string
}

function readAsked(source: unknown): Asked {
  const from = (source ?? {}) as Record<string, string | undefined>
  return {
    response_type: from['response_type'] ?? '',
    client_id: from['client_id'] ?? '',
    redirect_uri: from['redirect_uri'] ?? '',
    state: from['state'] ?? '',
  }
}

/** Returns the problem to show; all four parameters are required. */
function problemWith(asked: Asked): string | null {
  if (asked.client_id !== FIKEN_CLIENT.id) return 'Ukjent client_id.'
  if (asked.response_type !== 'code') return 'response_type må være code.'
  if (!asked.state) return 'state mangler.'
  return URL.canParse(asked.redirect_uri) ? null : 'redirect_uri mangler eller er ugyldig.'
}

function deny(reply: FastifyReply, asked: Asked): FastifyReply {
  return redirectBack(reply, asked, {
    error: 'access_denied',
    error_description: 'The user denied the request',
  })
}

function redirectBack(
  reply: FastifyReply,
  asked: Asked,
  values: Record<string, string>,
): FastifyReply {
  const target = new URL(asked.redirect_uri)
  for (const [name, value] of Object.entries({ ...values, state: asked.state }))
    target.searchParams.set(name, value)
  return reply.redirect(target.href, 302)
}

function refuse(
  reply: FastifyReply,
  status: number,
  error: string,
  description: string,
): FastifyReply {
  return reply.code(status).send({ error, error_description: description })
}
