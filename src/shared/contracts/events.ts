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
  answer: z.string(),
})
