import type { FastifyRequest } from 'fastify'
import type { LiveTopic } from '#shared/live-topics'

/** The cookie of a session where the product is reached over plain http, as on one's own machine. */
export const SESSION_COOKIE = 'sid'

/**
 * The name of the cookie of a session. Over https the browser takes a cookie of this name only from
 * this very host, secure and for all of it, so that no neighbouring host can plant a session.
 */
export const sessionCookieAt = (address: { publicUrl: string }): string =>
  isHttps(address) ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE

export const isHttps = ({ publicUrl }: { publicUrl: string }): boolean =>
  publicUrl.startsWith('https:')

/**
 * Who is calling: read from the session's user on every request, so a demotion or deactivation
 * holds from the next call.
 */
export interface Caller {
  id: string
  email: string
  isAdmin: boolean
  /** Was the password entered in this session within the last 15 minutes? */
  passwordIsFresh: boolean
  /** A log-in asks for more than the password. */
  hasSecondFactor: boolean
}

/**
 * Finds the caller of a request, or null; asks the database once per request. Made by features/auth
 * and given to the app; this folder knows no feature.
 */
export type Identify = (request: FastifyRequest) => Promise<Caller | null>

/** Told of somebody who asked for what is an administrator's. */
export type Refused = (request: FastifyRequest, caller: Caller) => Promise<void>

declare module 'fastify' {
  interface FastifyInstance {
    identify: Identify
    adminRefused: Refused
    /** Administrators must have a second factor. */
    adminsNeedFactor: boolean
  }
  interface FastifyContextConfig {
    /**
     * Who may call, stated by every route: `route()` and `publicRoute()` set it from the
     * contract, `open` is for pages and probes, `webhook` for calls from vendors. A route without
     * it stops the start (closed-by-default.ts).
     */
    access?: 'public' | 'user' | 'admin' | 'open' | 'webhook'
    /** What a success may have changed, from the contract. */
    changes?: readonly LiveTopic[]
  }
}
