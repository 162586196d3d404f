import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '../world/world.ts'

export interface Limiter {
  enter: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  leave: (request: FastifyRequest) => void
}

/**
 * Allows one request at a time per user: a second concurrent request is counted and refused with
 * 429. More than four requests started within a second are counted and delayed, never refused.
 * Token refreshes are limited too; the first token exchange cannot be limited, because its user is
 * not known yet.
 */
export function createLimiter(world: World): Limiter {
  const starts = new Map<string, number[]>()
  const inside = new WeakMap<FastifyRequest, string>()

  return {
    async enter(request, reply) {
      const { who } = request
      if (!who) return
      inside.set(request, who)
      const count = world.ledger.enter(who)
      if (request.entry) request.entry.inFlight = count
      if (count > 1 && world.settings.fiken.refuseOverlap) {
        void reply
          .code(429)
          .send({ message: 'Too many concurrent requests. Only one request at a time is allowed.' })
        return
      }
      await slowDown(who)
    },
    leave(request) {
      const who = inside.get(request)
      if (who !== undefined) world.ledger.leave(who)
    },
  }

  async function slowDown(who: string): Promise<void> {
    const limit = world.settings.fiken.throttlePerSecond
    const now = Date.now()
    const recent = (starts.get(who) ?? []).filter((at) => now - at < 1000)
    recent.push(now)
    starts.set(who, recent)
    if (limit === 0 || recent.length <= limit) return
    world.ledger.tooFast += 1
    await sleep(Math.max(0, 1000 - (now - (recent[recent.length - limit - 1] ?? now))))
  }
}
