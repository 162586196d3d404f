import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'

/** The name of the event; its data are topics with spaces between. */
export const LIVE_EVENT = 'changed'

/** The session is over: the stream ends, and opening another is of no use. */
export const ENDED_EVENT = 'ended'

export const liveEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  access: 'user',
  summary:
    'Strøm (text/event-stream): «changed» med det som er endret, f.eks. «transfers stats». Bare hint, ingen data.',
  query: z.object({
    /** When the page was made whose answers are shown: what was hinted since then comes at once. */
    since: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
  }),
  answer: z.string(),
})
