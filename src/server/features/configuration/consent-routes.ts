import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { scopesFor } from '#clients/servicem8/oauth'
import {
  readFikenAuthUrl,
  readServicem8AuthUrl,
  type Vendor,
  VENDORS,
} from '#shared/contracts/connections'
import { VERIFY_STATE } from '#shared/verify-state'
import type { Db } from '../../platform/database/database.ts'
import { HttpError } from '../../platform/http-error.ts'
import { companyIfAny, type CompanyOfRequest } from '../../platform/http/caller.ts'
import { route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { sessionKey } from '../auth/sessions/sessions.ts'
import {
  type CallbackQuery,
  consentReasonOf,
  type ConsentResult,
  finishConsent,
  type ScopesOf,
  startConsent,
} from '../connections/oauth/consent.ts'
import { configurationOf } from './queries.ts'

/**
 * Registers the routes to a vendor's consent page and back. The browser navigates to the URLs under
 * /api/auth, so these routes respond with redirects or pages instead of JSON.
 */
export function consentRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, readServicem8AuthUrl, async ({ actor, company, request }) => ({
    authUrl: await consentUrl(platform, 'servicem8', actor.id, company, request),
  }))
  route(app, readFikenAuthUrl, async ({ actor, company, request }) => ({
    authUrl: await consentUrl(platform, 'fiken', actor.id, company, request),
  }))

  for (const vendor of VENDORS) {
    const page = { config: { access: 'open' }, schema: { hide: true } } as const
    app.get(`/api/auth/${vendor}`, page, (request, reply) =>
      goToConsent(app, platform, vendor, request, reply),
    )
    app.get(`/api/auth/${vendor}/callback`, page, (request, reply) =>
      comeBack(app, platform, vendor, request, reply),
    )
  }
}

/**
 * Redirects to the vendor's consent page, or to the login page when the user is not signed in.
 * Consent at the vendor does not prove the user's identity, because a whole crew can share one
 * ServiceM8 account (rule 18).
 */
async function goToConsent(
  app: FastifyInstance,
  platform: Platform,
  vendor: Vendor,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const caller = await app.identify(request)
  if (!caller) return reply.redirect(`/auth?next=${encodeURIComponent('/configuration')}`)
  const company = companyIfAny(request, caller)
  // The screen says which company is needed, or that there is none.
  if (!company) return reply.redirect('/configuration')
  const target = await consentUrl(platform, vendor, caller.id, company, request).catch(
    (error: unknown) => {
      if (!(error instanceof HttpError)) throw error
      const reason = consentReasonOf(error)
      return completePage(vendor, { result: 'error', reason, company: company.id })
    },
  )
  return reply.header('cache-control', 'no-store').redirect(target)
}

async function comeBack(
  app: FastifyInstance,
  platform: Platform,
  vendor: Vendor,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  // The URL contains the authorisation code, which must not be cached or sent as a referrer.
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
  const query = queryOf(request)
  if (query.state?.startsWith(VERIFY_STATE)) return reply.type('text/plain').send(TO_BE_COPIED)
  const user = await app.identify(request)
  const key = sessionKey(platform, request)
  const caller = user && key ? { personId: user.id, sessionKey: key } : null
  const outcome = await finishConsent(platform, vendor, caller, query, scopesOf(platform))
  return reply.redirect(completePage(vendor, outcome))
}

/**
 * The response to a consent started by `npm run verify:live`. That command waits in a terminal for
 * the page's URL, so the URL must stay in the address bar, and the code in the URL must not be used
 * here.
 */
const TO_BE_COPIED =
  'Kopier hele adressen fra adressefeltet, og lim den inn der npm run verify:live venter.\n'

function consentUrl(
  platform: Platform,
  vendor: Vendor,
  personId: string,
  company: CompanyOfRequest,
  request: FastifyRequest,
): Promise<string> {
  const key = sessionKey(platform, request)
  if (!key) throw new HttpError(401, 'unauthenticated', 'Du er ikke logget inn')
  return startConsent(platform, vendor, { personId, company, sessionKey: key }, scopesOf(platform))
}

const scopesOf =
  ({ db }: Platform): ScopesOf =>
  (companyId) =>
    servicem8Scopes(db, companyId)

function completePage(vendor: Vendor, outcome: ConsentResult): string {
  return `/oauth/complete?${new URLSearchParams({ vendor, ...outcome })}`
}

/**
 * Returns the query parameters that occur once and have a plausible length; other parameters are
 * ignored.
 */
function queryOf(request: FastifyRequest): CallbackQuery {
  const given = request.query as Record<string, unknown>
  const text = (name: string) => {
    const value = given[name]
    return typeof value === 'string' && value.length <= 2_000 ? value : undefined
  }
  return { code: text('code'), state: text('state'), error: text('error') }
}

/** Returns exactly the ServiceM8 scopes that the user's settings need (rule 21). */
async function servicem8Scopes(db: Db, companyId: string): Promise<string[]> {
  const { writeBackPayments, attachments } = await configurationOf(db, companyId)
  return scopesFor({ writesPayments: writeBackPayments, readsAttachments: attachments !== 'none' })
}
