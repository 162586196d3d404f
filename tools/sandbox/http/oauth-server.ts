import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AUTO_CONSENT } from '../sentinels.ts'
import { consentPage, errorPage, type ConsentQuestion } from '../web/consent.ts'
import type { World } from '../world/world.ts'
import { APP_NAME } from './credentials.ts'
import { redeemCode, refreshTokens, startGrant, type TokenSet } from './oauth-store.ts'

type Fields = Record<string, string | undefined>

export interface OAuthVendor extends Pick<ConsentQuestion, 'vendorName' | 'subjectName'> {
  key: 'servicem8' | 'fiken'
  clientId: string
  tokenPath: string
  hasScopes: boolean
  /** When true, both the consent page and the code exchange require the state. */
  demandsState: boolean
  subjects: () => ConsentQuestion['subjects']
  companies?: () => ConsentQuestion['companies']
  /** Returns the requested subject ("" = the first) with all its companies. */
  find: (wanted: string) => { subject: string; companies: string[] } | undefined
  noSubject: string
  isClient: (request: FastifyRequest, body: Fields) => boolean
  badClient: { status: number; description: string }
  badGrant: string
  answer: (tokens: TokenSet) => Record<string, unknown>
}

export function registerOAuth(app: FastifyInstance, world: World, vendor: OAuthVendor): void {
  const { oauth } = world.state[vendor.key]

  app.get('/oauth/authorize', async (request, reply) => {
    const query = request.query as Fields
    const asked = readAsked(vendor, query)
    const problem = problemWith(vendor, asked)
    if (problem) return failed(reply, problem)
    const consent = world.settings.consent[vendor.key]
    if (consent.mode === 'deny' || query['deny'] === AUTO_CONSENT) return deny(reply, asked)
    if (query['auto'] === AUTO_CONSENT || consent.mode === 'auto')
      return agree(reply, asked, query[vendor.subjectName] ?? consent.subject, null)
    const page = consentPage({
      vendorName: vendor.vendorName,
      app: APP_NAME,
      action: '/oauth/authorize',
      subjectName: vendor.subjectName,
      subjects: vendor.subjects(),
      scopes: asked.scope.split(' ').filter(Boolean),
      companies: vendor.companies?.() ?? [],
      hidden: Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== '')),
    })
    return reply.type('text/html').send(page)
  })

  app.post('/oauth/authorize', async (request, reply) => {
    const form = new URLSearchParams(request.bodyText)
    const asked = readAsked(vendor, Object.fromEntries(form))
    const problem = problemWith(vendor, asked)
    if (problem) return failed(reply, problem)
    if (form.get('decision') !== 'approve') return deny(reply, asked)
    return agree(reply, asked, form.get(vendor.subjectName) ?? '', form.getAll('companies'))
  })

  app.post(vendor.tokenPath, async (request, reply) => {
    const refuse = (status: number, error: string, description: string) =>
      reply.code(status).send({ error, error_description: description })
    const type = request.headers['content-type'] ?? ''
    if (!type.startsWith('application/x-www-form-urlencoded'))
      return refuse(400, 'invalid_request', 'The request must be form-encoded')
    const body = (request.body ?? {}) as Fields
    const { badClient, badGrant, demandsState } = vendor
    if (!vendor.isClient(request, body))
      return refuse(badClient.status, 'invalid_client', badClient.description)
    const isExchange = body['grant_type'] === 'authorization_code'
    if (demandsState && isExchange && !body['state'])
      return refuse(400, 'invalid_request', 'Missing parameter: state')
    const rules = world.settings[vendor.key]
    const tokens =
      body['grant_type'] === 'refresh_token'
        ? refreshTokens(oauth, world.now(), rules, body['refresh_token'] ?? '')
        : isExchange
          ? redeemCode(oauth, world.now(), rules, {
              code: body['code'] ?? '',
              clientId: vendor.clientId,
              redirectUri: body['redirect_uri'] ?? '',
              ...(demandsState ? { state: body['state'] ?? '' } : {}),
            })
          : null
    if (!tokens) return refuse(400, 'invalid_grant', badGrant)
    world.touch()
    if (request.entry) request.entry.who = tokens.grant.subject
    return vendor.answer(tokens)
  })

  /**
   * Starts a grant for the consenting subject and redirects back with its code.
   * @param chosen the ticked companies; null means all companies
   */
  function agree(
    reply: FastifyReply,
    asked: Asked,
    wanted: string,
    chosen: string[] | null,
  ): FastifyReply {
    const found = vendor.find(wanted)
    if (!found) return failed(reply, vendor.noSubject)
    const code = startGrant(oauth, world.now(), {
      subject: found.subject,
      clientId: asked.client_id,
      scope: asked.scope,
      companies: found.companies.filter((slug) => chosen === null || chosen.includes(slug)),
      redirectUri: asked.redirect_uri,
      state: asked.state,
    })
    world.touch()
    return redirectBack(reply, asked, { code })
  }

  function failed(reply: FastifyReply, problem: string): FastifyReply {
    return reply.code(400).type('text/html').send(errorPage(vendor.vendorName, problem))
  }
}

type Asked = Record<'response_type' | 'client_id' | 'scope' | 'redirect_uri' | 'state', string>

function readAsked({ hasScopes }: OAuthVendor, from: Fields): Asked {
  return {
    response_type: from['response_type'] ?? '',
    client_id: from['client_id'] ?? '',
    scope: hasScopes ? (from['scope'] ?? '') : '',
    redirect_uri: from['redirect_uri'] ?? '',
    state: from['state'] ?? '',
  }
}

function problemWith({ clientId, demandsState }: OAuthVendor, asked: Asked): string | null {
  if (asked.client_id !== clientId) return 'Ukjent client_id.'
  if (asked.response_type !== 'code') return 'response_type må være code.'
  if (demandsState && !asked.state) return 'state mangler.'
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
  for (const [name, value] of Object.entries(values)) target.searchParams.set(name, value)
  if (asked.state) target.searchParams.set('state', asked.state)
  return reply.redirect(target.href, 302)
}
