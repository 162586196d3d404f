import type { FastifyInstance, FastifyRequest } from 'fastify'
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

/**
 * The user who makes a request, read from the database on every request, so that a demotion or
 * deactivation takes effect immediately.
 */
export interface Caller {
  id: string
  email: string
  isAdmin: boolean
  /** True if the password was entered in this session within the last 15 minutes. */
  passwordIsFresh: boolean
  hasSecondFactor: boolean
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
