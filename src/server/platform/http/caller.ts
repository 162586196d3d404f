import type { FastifyRequest } from 'fastify'
import type { LiveTopic } from '#shared/live-topics'

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
}

/**
 * Finds the caller of a request, or null; asks the database once per request. Made by features/auth
 * and given to the app; this folder knows no feature.
 */
export type Identify = (request: FastifyRequest) => Promise<Caller | null>

declare module 'fastify' {
  interface FastifyInstance {
    identify: Identify
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
