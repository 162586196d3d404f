import type { FastifyInstance, FastifyReply } from 'fastify'
import { APP_NAME, SERVICEM8_CLIENT } from '../http/credentials.ts'
import { redeemCode, refreshTokens, startGrant, type TokenSet } from '../http/oauth-store.ts'
import { AUTO_CONSENT } from '../sentinels.ts'
import { consentPage, errorPage } from '../web/consent.ts'
import { findAccount, type World } from '../world/world.ts'

/** Registers the consent page and token endpoint of go.servicem8.com. */
export function registerOAuth(app: FastifyInstance, world: World): void {
  app.get('/oauth/authorize', async (request, reply) => {
    const asked = readAsked(request.query)
    const problem = problemWith(asked)
    if (problem) return reply.code(400).type('text/html').send(errorPage('ServiceM8', problem))
    const consent = world.settings.consent.servicem8
    const query = request.query as Record<string, string | undefined>
    const auto = query['auto'] === AUTO_CONSENT || consent.mode === 'auto'
    if (consent.mode === 'deny' || query['deny'] === AUTO_CONSENT) return deny(reply, asked)
    if (auto) return agree(world, reply, asked, query['account'] ?? consent.subject)
    const accounts = Object.values(world.state.servicem8.accounts).map((account) => ({
      value: account.uuid,
      label: account.vendor.name,
    }))
    const page = consentPage({
      vendor: 'ServiceM8',
      app: APP_NAME,
      action: '/oauth/authorize',
      subjectName: 'account',
      subjects: accounts,
      scopes: asked.scope.split(' ').filter(Boolean),
      hidden: asked,
    })
    return reply.type('text/html').send(page)
  })

  app.post('/oauth/authorize', async (request, reply) => {
    const body = (request.body ?? {}) as Record<string, string>
    const asked = readAsked(body)
    const problem = problemWith(asked)
    if (problem) return reply.code(400).type('text/html').send(errorPage('ServiceM8', problem))
    if (body['decision'] !== 'approve') return deny(reply, asked)
    return agree(world, reply, asked, body['account'] ?? '')
  })

  app.post('/oauth/access_token', async (request, reply) => {
    const type = request.headers['content-type'] ?? ''
    if (!type.startsWith('application/x-www-form-urlencoded'))
      return refuse(reply, 'invalid_request', 'The request must be form-encoded')
    const body = (request.body ?? {}) as Record<string, string | undefined>
    if (
      body['client_id'] !== SERVICEM8_CLIENT.id ||
      body['client_secret'] !== SERVICEM8_CLIENT.secret
    ) {
      return refuse(reply, 'invalid_client', 'Client authentication failed')
    }
    const { oauth } = world.state.servicem8
    const rules = world.settings.servicem8
    const tokens =
      body['grant_type'] === 'refresh_token'
        ? refreshTokens(oauth, world.now(), rules, body['refresh_token'] ?? '')
        : body['grant_type'] === 'authorization_code'
          ? redeemCode(oauth, world.now(), rules, {
              code: body['code'] ?? '',
              clientId: body['client_id'],
              redirectUri: body['redirect_uri'] ?? '',
            })
          : null
    if (!tokens) return refuse(reply, 'invalid_grant', 'The grant is invalid, expired or revoked')
    world.touch()
    if (request.entry) request.entry.who = tokens.grant.subject
    return tokenAnswer(tokens)
  })
}

interface Asked extends Record<string, string> {
  response_type: string
  client_id: string
  scope: string
  redirect_uri: string
  state: string
}

function readAsked(source: unknown): Asked {
  const from = (source ?? {}) as Record<string, string | undefined>
  return {
    response_type: from['response_type'] ?? '',
    client_id: from['client_id'] ?? '',
    scope: from['scope'] ?? '',
    redirect_uri: from['redirect_uri'] ?? '',
    state: from['state'] ?? '',
  }
}

function problemWith(asked: Asked): string | null {
  if (asked.client_id !== SERVICEM8_CLIENT.id) return 'Ukjent client_id.'
  if (asked.response_type !== 'code') return 'response_type må være code.'
  if (!URL.canParse(asked.redirect_uri)) return 'redirect_uri mangler eller er ugyldig.'
  return null
}

function agree(world: World, reply: FastifyReply, asked: Asked, wanted: string): FastifyReply {
  const account = findAccount(world, wanted)
  if (!account)
    return reply
      .code(400)
      .type('text/html')
      .send(errorPage('ServiceM8', 'Det finnes ingen slik konto.'))
  const code = startGrant(world.state.servicem8.oauth, world.now(), {
    subject: account.uuid,
    clientId: asked.client_id,
    scope: asked.scope,
    companies: [],
    redirectUri: asked.redirect_uri,
    state: asked.state,
  })
  world.touch()
  return redirectBack(reply, asked, { code })
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
  for (const [name, value] of Object.entries(values)) target.searchParams.set(name, value)
  if (asked.state) target.searchParams.set('state', asked.state)
  return reply.redirect(target.href, 302)
}

function refuse(reply: FastifyReply, error: string, description: string): FastifyReply {
  return reply.code(400).send({ error, error_description: description })
}

function tokenAnswer(tokens: TokenSet): Record<string, unknown> {
  return {
    access_token: tokens.accessToken,
    token_type: 'bearer',
    expires_in: tokens.expiresIn,
    refresh_token: tokens.refreshToken,
    scope: tokens.grant.scope,
  }
}
