import type { FastifyInstance } from 'fastify'
import { ENDED_EVENT, LIVE_EVENT, liveEvents } from '#shared/contracts/events'
import { addressOf } from '../../platform/http/limits.ts'
import { companyIfAny } from '../../platform/http/caller.ts'
import { openEventStream, type EventStream } from '../../platform/http/event-stream.ts'
import { route } from '../../platform/http/route.ts'
import { SESSION_TOPIC, type Topic } from '../../platform/database/live.ts'
import type { Platform } from '../../platform/platform.ts'
import { HttpError } from '../../platform/http-error.ts'
import { membershipHolds } from '../auth/sessions/sessions.ts'

/**
 * The maximum number of event streams per user. No user looks at so many screens, and a hidden tab
 * closes its stream.
 */
const STREAMS_PER_USER = 30
/**
 * The maximum number of event streams per IP address, which is high because everyone in an office
 * shares one address.
 */
const STREAMS_PER_ADDRESS = 300

/**
 * Registers the event stream that sends change hints to open screens. Also publishes hints after
 * each successful call, because an action can affect all open screens of the company. Other hints
 * come from background work.
 */
export function eventRoutes(app: FastifyInstance, platform: Platform): void {
  const open = new Map<string, Set<EventStream>>()
  const fromAddress = new Map<string, number>()
  const count = (address: string, by: 1 | -1) => {
    const now = (fromAddress.get(address) ?? 0) + by
    if (now === 0) fromAddress.delete(address)
    else fromAddress.set(address, now)
  }

  route(app, liveEvents, ({ actor, company, query, request, reply }) => {
    if (request.method === 'HEAD') return reply.type('text/event-stream').send()
    const mine = open.get(actor.id) ?? new Set()
    const address = addressOf(request)
    if (mine.size >= STREAMS_PER_USER)
      throw new HttpError(429, 'too_many_streams', 'Du har for mange vinduer åpne samtidig.')
    if ((fromAddress.get(address) ?? 0) >= STREAMS_PER_ADDRESS)
      throw new HttpError(
        429,
        'too_many_streams',
        'Det er for mange vinduer åpne samtidig fra denne nettadressen.',
      )
    const stream = openEventStream(reply, {
      event: LIVE_EVENT,
      lastEvent: ENDED_EVENT,
      mayGoOn: () => membershipHolds(platform, request, company.id),
      closed: () => {
        unsubscribe()
        leavePerson()
        count(address, -1)
        mine.delete(stream)
        if (mine.size === 0) open.delete(actor.id)
      },
    })
    const say = (topics: readonly Topic[]) =>
      stream.say(topics.filter((topic) => topic !== SESSION_TOPIC))
    const unsubscribe = platform.live.subscribe(company.id, say)
    // What ends a person's session or membership is said to the person, whichever company is shown.
    const leavePerson = platform.live.subscribe(actor.id, (topics) => {
      if (topics.includes(SESSION_TOPIC)) stream.check()
    })
    // A reconnecting browser reloads everything, so it needs no hints about earlier changes.
    if (query.since !== undefined && !request.headers['last-event-id'])
      say(platform.live.since(company.id, query.since))
    count(address, 1)
    open.set(actor.id, mine.add(stream))
    return reply
  })

  // Shutdown waits for open responses, and event streams would never end by themselves.
  app.addHook('preClose', async () => {
    for (const streams of open.values()) for (const stream of streams) stream.end()
  })

  app.addHook('onResponse', async (request, reply) => {
    const { changes } = request.routeOptions.config
    if (changes === undefined || reply.statusCode >= 400) return
    // The user is identified first, because signing out ends the session that the request came
    // with.
    const caller = await app.identify(request)
    if (!caller) return
    platform.live.publish(caller.id, SESSION_TOPIC)
    const company = companyIfAny(request, caller)
    if (company) platform.live.publish(company.id, ...changes)
  })
}
