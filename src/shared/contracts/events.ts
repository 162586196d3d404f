import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'

/** The name of the server-sent event whose data are topics separated by spaces. */
export const LIVE_EVENT = 'changed'

/**
 * The name of the server-sent event sent when the session has ended: the stream closes, and the
 * browser should not reconnect.
 */
export const ENDED_EVENT = 'ended'

export const liveEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  access: 'user',
  act: 'read',
  summary:
    'Strøm (text/event-stream): «changed» med det som er endret, f.eks. «transfers stats». Bare hint, ingen data.',
  query: z.object({
    /**
     * The creation time of the page whose responses are shown. Hints published since then are sent
     * immediately.
     */
    since: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
  }),
  answer: z.string(),
})
