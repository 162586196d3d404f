import type { FastifyInstance } from 'fastify'
import { ENDED_EVENT, LIVE_EVENT, LIVE_TOPICS, liveEvents } from '#shared/contracts/events'
import { openEventStream, type EventStream } from '../../platform/http/event-stream.ts'
import { route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sessionHolds } from '../auth/sessions.ts'

/** As many screens as one person looks at; a browser that is not seen lets its stream go. */
const STREAMS_PER_USER = 12

/** Never sent: it asks the streams of a user whether their sessions still hold. */
const SESSION = 'session'

/**
 * GET /api/events, and one of the places where hints come from: whatever a person has just done may show on all of that person's screens.
 * The others are where the machine works by itself: the road, the looks at jobs, the pings and the connections.
 */
export function eventRoutes(app: FastifyInstance, platform: Platform): void {
  const open = new Map<string, Set<EventStream>>()

  route(app, liveEvents, ({ user, request, reply }) => {
    if (request.method === 'HEAD') return reply.type('text/event-stream').send()
    const mine = open.get(user.id) ?? new Set()
    if (mine.size >= STREAMS_PER_USER) throw new Refusal(429, 'too_many_streams', 'Du har for mange vinduer åpne samtidig.')
    const stream = openEventStream(reply, {
      event: LIVE_EVENT,
      lastEvent: ENDED_EVENT,
      mayGoOn: () => sessionHolds(platform, request),
      closed: () => {
        stopHearing()
        mine.delete(stream)
        if (mine.size === 0) open.delete(user.id)
      },
    })
    const stopHearing = platform.live.hear(user.id, (topics) => {
      if (topics.includes(SESSION)) stream.check()
      stream.say(topics.filter((topic) => topic !== SESSION))
    })
    open.set(user.id, mine.add(stream))
    return reply
  })

  // A stop waits for answers that are being given, and these would never end.
  app.addHook('preClose', async () => {
    for (const streams of open.values()) for (const stream of streams) stream.end()
  })

  app.addHook('onResponse', async (request, reply) => {
    const { access } = request.routeOptions.config
    if (request.method === 'GET' || reply.statusCode >= 400 || access === 'webhook' || access === 'open') return
    // Who it was before the call: one that logs out ends the session that it came with.
    const caller = await app.identify(request)
    if (caller) platform.live.tell(caller.id, SESSION, ...LIVE_TOPICS)
  })
}
