import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'
import { day, limit } from '../fields.ts'

export const ACTIVITY_TYPES = [
  'error',
  'oauth',
  'integration',
  'transfer',
  'webhook',
  'configuration',
] as const
export type ActivityType = (typeof ACTIVITY_TYPES)[number]

/** Who did it; null for what happened by itself, and where the reader needs no name. */
export const shownActor = z.nullable(z.object({ name: z.string() }))

export const activity = z.object({
  id: z.string(),
  type: z.enum(ACTIVITY_TYPES),
  action: z.string(),
  description: z.nullable(z.string()),
  /** The result: null for information, true for success, false for failure. */
  success: z.nullable(z.boolean()),
  metadata: z.nullable(
    z.object({
      jobUuid: z.optional(z.string()),
      error: z.optional(z.string()),
      transferId: z.optional(z.string()),
    }),
  ),
  createdAt: z.string(),
  actor: shownActor,
})
export type Activity = z.infer<typeof activity>

/** The groups of entries. `webhooks`: entries about webhooks, or caused by one. */
export const LOG_CARDS = ['errors', 'webhooks'] as const
export type LogCard = (typeof LOG_CARDS)[number]

export const listActivity = endpoint({
  method: 'GET',
  path: '/api/activity-logs',
  access: 'user',
  act: 'read',
  shows: ['activity'],
  summary:
    'Systemlogg, nyeste først. Hodene X-Total-Count (høyst 10 001) og X-Next-Cursor følger med.',
  query: z.object({
    limit: limit(500, 200),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    type: z.optional(z.enum(ACTIVITY_TYPES)),
    card: z.optional(z.enum(LOG_CARDS)),
    success: z.optional(z.enum(['true', 'false'])),
    q: z.optional(z.string().check(z.maxLength(200))),
    from: z.optional(day()),
    to: z.optional(day()),
  }),
  answer: z.array(activity),
})
