import type { FastifyInstance, FastifyRequest } from 'fastify'
import { COMPANY_HEADER, COMPANY_PARAMETER } from '#shared/access/company-name'
import type { Role } from '#shared/access/roles'
import { isUuid } from '#shared/fields'
import type { LiveTopic } from '#shared/live-topics'
import { HttpError } from '../http-error.ts'

/** The name of the session cookie over plain http, such as on a developer's machine. */
export const SESSION_COOKIE = 'sid'

/**
 * Returns the name of the session cookie. Over https the name has the prefix `__Host-`: browsers
 * accept such a cookie only from this host, secure and for all paths, so that a neighbouring host
 * cannot plant a session.
 */
export const sessionCookieAt = (address: { publicUrl: string }): string =>
  isHttps(address) ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE

export const isHttps = ({ publicUrl }: { publicUrl: string }): boolean =>
  publicUrl.startsWith('https:')

/** The person who does something. It is null wherever the product does it by itself. */
export interface Actor {
  id: string
}

/**
 * The person who makes a request, read from the database on every request, so that a demotion or
 * deactivation takes effect immediately.
 */
export interface Caller extends Actor {
  email: string
  /** The name that others see: the full name, or else the e-mail address. */
  name: string
  /**
   * The membership of the company that the request names; without a name, the person's memberships,
   * of which two are enough to know that a name is needed.
   */
  memberships: readonly CompanyOfRequest[]
  isAdmin: boolean
  /** True if the password was entered in this session within the last 15 minutes. */
  passwordIsFresh: boolean
  hasSecondFactor: boolean
}

/** The company that a request acts for, and the caller's role in it, checked in this request. */
export interface CompanyOfRequest {
  id: string
  name: string | null
  role: Role
  /** False while the owner's log-in is deactivated: the company's members may only read. */
  isActive: boolean
}

const OF_NO_COMPANY = '00000000-0000-0000-0000-000000000000'

/**
 * Returns the company that the request names, in the header or else in the query; null when it
 * names none. A name that cannot be a company's id becomes the id of no company.
 */
export function namedCompany(request: FastifyRequest): string | null {
  const named =
    request.headers[COMPANY_HEADER] ??
    new URLSearchParams(request.url.split('?')[1]).get(COMPANY_PARAMETER)
  if (named === null || named === '') return null
  return typeof named === 'string' && isUuid(named) ? named.toLowerCase() : OF_NO_COMPANY
}

const unknownCompany = () =>
  new HttpError(404, 'company_unknown', 'Du har ikke tilgang til dette firmaet.')

/**
 * Returns the company that the request acts for: the one it names, or the caller's only one.
 * @throws HttpError 404 `company_unknown` when the caller is no member of the company, 409
 * `company_needed` when the caller has several and the request names none, and 409 `no_membership`
 * when the caller has none
 */
export function companyOf(
  request: FastifyRequest,
  { memberships: [first, second] }: Caller,
): CompanyOfRequest {
  const named = namedCompany(request)
  if (first && !second && (named === null || first.id === named)) return first
  if (named !== null) throw unknownCompany()
  if (second) throw new HttpError(409, 'company_needed', 'Velg hvilket firma dette gjelder.')
  throw new HttpError(409, 'no_membership', 'Du har ikke tilgang til noe firma ennå.')
}

/** Like {@link companyOf}, but null instead of an error. */
export function companyIfAny(request: FastifyRequest, caller: Caller): CompanyOfRequest | null {
  try {
    return companyOf(request, caller)
  } catch (error) {
    if (error instanceof HttpError) return null
    throw error
  }
}

/**
 * Returns the caller with one query per request; null without a session. Provided by features/auth,
 * because the platform does not depend on features.
 */
export type Identify = (request: FastifyRequest) => Promise<Caller | null>

export type Refused = (request: FastifyRequest, caller: Caller) => Promise<void>

declare module 'fastify' {
  interface FastifyInstance {
    identify: Identify
    adminRefused: Refused
    adminsNeedFactor: boolean
  }
  interface FastifyContextConfig {
    /**
     * The callers allowed on the route. `route()` and `publicRoute()` set this from the contract;
     * `open` is for pages and probes, `webhook` for requests from vendors. A route without `access`
     * makes startup fail.
     */
    access?: 'public' | 'user' | 'admin' | 'open' | 'webhook'
    changes?: readonly LiveTopic[]
  }
}

/**
 * Makes startup fail if a route does not declare who may call it. A route gets `access` from
 * `route()`, `publicRoute()`, `webhookRoutes()` or the short lists of pages and probes; any other
 * route would bypass the guards.
 */
export function refuseUnguardedRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.access === undefined)
      throw new Error(
        `${String(route.method)} ${route.url} does not say who may call it: bind it with route()`,
      )
  })
}

/**
 * Guards actions for which a session alone is not enough, because a stranger can be at the
 * keyboard. An endpoint that always requires a fresh password declares `freshPassword`; an endpoint
 * that requires it only for some input calls this function.
 * @throws HttpError 409 `password_required`
 */
export function requireFreshPassword({ passwordIsFresh }: Caller): void {
  if (!passwordIsFresh)
    throw new HttpError(409, 'password_required', 'Skriv passordet ditt på nytt for å gjøre dette.')
}
