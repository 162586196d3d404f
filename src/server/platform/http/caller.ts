import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LiveTopic } from '#shared/live-topics'
import { HttpError } from '../http-error.ts'

/** The session cookie where the product is reached over plain http, as on a developer's machine. */
export const SESSION_COOKIE = 'sid'

/**
 * The name of the session cookie. Over https it has the prefix `__Host-`, which browsers accept
 * only from this very host, secure and for all paths, so that no neighbouring host can plant a
 * session.
 */
export const sessionCookieAt = (address: { publicUrl: string }): string =>
  isHttps(address) ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE

export const isHttps = ({ publicUrl }: { publicUrl: string }): boolean =>
  publicUrl.startsWith('https:')

/**
 * The calling user, read on every request, so that a demotion or deactivation takes effect with the
 * next call.
 */
export interface Caller {
  id: string
  email: string
  isAdmin: boolean
  /** True when the password was entered in this session within the last 15 minutes. */
  passwordIsFresh: boolean
  /** True when logging in requires a code besides the password. */
  hasSecondFactor: boolean
}

/**
 * Finds the caller of a request, or null, with one query per request. Provided by features/auth,
 * since this folder knows no feature.
 */
export type Identify = (request: FastifyRequest) => Promise<Caller | null>

/** Called when a user asked for an administrator's endpoint without being one. */
export type Refused = (request: FastifyRequest, caller: Caller) => Promise<void>

declare module 'fastify' {
  interface FastifyInstance {
    identify: Identify
    adminRefused: Refused
    adminsNeedFactor: boolean
  }
  interface FastifyContextConfig {
    /**
     * The callers admitted, stated by every route: `route()` and `publicRoute()` set it from the
     * contract, `open` is for pages and probes, `webhook` for calls from vendors. A route without
     * it stops the start.
     */
    access?: 'public' | 'user' | 'admin' | 'open' | 'webhook'
    /** The topics that a success may have changed, from the contract. */
    changes?: readonly LiveTopic[]
  }
}

/**
 * Stops the start when a route does not say who may call it. A route gets its `access` from
 * `route()`, `publicRoute()`, `webhookRoutes()` or the short lists of pages and probes; anything
 * else was registered past the guards.
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
 * Guards acts that a session alone must not allow, because a stranger may be at the keyboard. An
 * endpoint that always demands it declares `freshPassword`; one that demands it only for some input
 * calls this.
 * @throws HttpError 409 `password_required`
 */
export function requireFreshPassword({ passwordIsFresh }: Caller): void {
  if (!passwordIsFresh)
    throw new HttpError(409, 'password_required', 'Skriv passordet ditt på nytt for å gjøre dette.')
}
