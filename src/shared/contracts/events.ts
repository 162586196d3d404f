import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'

/** The event's name; its data are topics separated by spaces. */
export const LIVE_EVENT = 'changed'

/** The session is over: the stream ends, and opening another would not help. */
export const ENDED_EVENT = 'ended'

export const liveEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  access: 'user',
  summary:
    'Strøm (text/event-stream): «changed» med det som er endret, f.eks. «transfers stats». Bare hint, ingen data.',
  query: z.object({
    /** The creation time of the page whose answers are shown: later hints are sent at once. */
    since: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
  }),
  answer: z.string(),
})
