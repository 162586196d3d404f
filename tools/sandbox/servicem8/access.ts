import type { FastifyReply, FastifyRequest } from 'fastify'
import { bearerOf, liveGrant } from '../http/oauth-store.ts'
import { failureFor } from '../sentinels.ts'
import type { Grant, Sm8Account } from '../world/state.ts'
import { findAccount, type World } from '../world/world.ts'

export interface Access {
  grant: Grant
  account: Sm8Account
}

export function errorBody(status: number, message: string): { errorCode: number; message: string } {
  return { errorCode: status, message }
}

/** A limiter of calls per app and account, in a sliding minute and a sliding day. */
export interface RateLimiter {
  /** Returns the message of a 429; null while the rate is within the limits. */
  take: (key: string) => string | null
}

export function createRateLimiter(world: World): RateLimiter {
  const minutes = new Map<string, number[]>()
  const days = new Map<string, { day: number; count: number }>()
  return {
    take(key) {
      const now = world.now()
      const { perMinute, perDay } = world.settings.servicem8
      const recent = (minutes.get(key) ?? []).filter((at) => now - at < 60_000)
      minutes.set(key, recent)
      const day = Math.floor(now / 86_400_000)
      const today = days.get(key)
      const used = today?.day === day ? today.count : 0
      if (used >= perDay) return 'Number of allowed API requests per day exceeded'
      if (recent.length >= perMinute) return 'Number of allowed API requests per minute exceeded'
      recent.push(now)
      days.set(key, { day, count: used + 1 })
      return null
    },
  }
}

/**
 * Checks the token, the account's standing and the rate limit. Returns the access, or null after
 * responding with an error.
 */
export function authorise(
  world: World,
  limiter: RateLimiter,
  request: FastifyRequest,
  reply: FastifyReply,
): Access | null {
  const token = bearerOf(request.headers.authorization)
  if (!token) {
    void reply.code(401).type('text/plain').send('Authorization Required')
    return null
  }
  const grant = liveGrant(world.state.servicem8.oauth, world.now(), token)
  const account = grant ? findAccount(world, grant.subject) : undefined
  if (!grant || !account) {
    void reply
      .code(401)
      .send(errorBody(401, 'Authentication failed. Please check your API key or OAuth token.'))
    return null
  }
  if (!account.inGoodStanding) {
    void reply
      .code(402)
      .send(
        errorBody(402, 'This account is not in good standing. Please contact ServiceM8 support.'),
      )
    return null
  }
  const limited = limiter.take(`${grant.clientId}:${account.uuid}`)
  if (limited) {
    void reply.code(429).type('text/plain').send(limited)
    return null
  }
  return { grant, account }
}

/** Returns true if the grant has the scope; otherwise responds with 403 and the scope's name. */
export function hasScope(access: Access, scope: string, reply: FastifyReply): boolean {
  if (access.grant.scope.split(' ').includes(scope)) return true
  void reply.code(403).send(errorBody(403, `insufficient_scope: "${scope}" scope required`))
  return false
}

/** Responds with the failure named by a sentinel text in the record; returns false without one. */
export function failsOnPurpose(record: Record<string, unknown>, reply: FastifyReply): boolean {
  const failure = failureFor('servicem8', [
    record['name'],
    record['purchase_order_number'],
    record['job_description'],
  ])
  if (!failure) return false
  void reply.code(failure.status).send(errorBody(failure.status, failure.message))
  return true
}
