import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'
import { id, limit } from '../fields.ts'
import { ACTIVITY_TYPES } from './activity-log.ts'
import { deletion } from './profile.ts'

/**
 * This file declares the endpoints of the admin panel: users, figures and all users' activity log.
 * Every request requires an administrator; others get 403 `admin_required`.
 */

export const adminUser = z.object({
  id: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  username: z.string(),
  /** The names of the user's companies, separated by commas. */
  companyName: z.nullable(z.string()),
  email: z.string(),
  isActive: z.boolean(),
  isAdmin: z.boolean(),
  createdAt: z.string(),
  sendsBills: z.boolean(),
})
export type AdminUser = z.infer<typeof adminUser>

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  shows: ['users'],
  summary:
    'Alle brukere, nyeste først. Hodene X-Total-Count (høyst 10 001) og X-Next-Cursor følger med.',
  query: z.object({
    limit: limit(500, 200),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    /** The page's number; `cursor` is for reading all pages in sequence. */
    page: z.optional(
      z.coerce
        .number('Ugyldig side')
        .check(
          z.int('Ugyldig side'),
          z.minimum(1, 'Ugyldig side'),
          z.maximum(10_000, 'Ugyldig side'),
        ),
    ),
    q: z.optional(z.string().check(z.maxLength(200))),
  }),
  answer: z.array(adminUser),
})

export const readAdminStats = endpoint({
  method: 'GET',
  path: '/api/admin/stats',
  access: 'admin',
  shows: ['users'],
  summary: 'Brukere og overføringer i alt',
  answer: z.object({
    totalUsers: z.int(),
    activeUsers: z.int(),
    adminUsers: z.int(),
    totalTransfers: z.int(),
  }),
})

const person = z.object({
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  email: z.string(),
})

const adminActivity = z.object({
  id: z.string(),
  type: z.enum(ACTIVITY_TYPES),
  action: z.string(),
  description: z.nullable(z.string()),
  success: z.nullable(z.boolean()),
  createdAt: z.string(),
  /** The owner of the entry's company; without a company, who did it; null: the installation. */
  user: z.nullable(person),
  /** Who did it, if that is somebody else than `user`. */
  actor: z.nullable(person),
  target: z.nullable(z.object({ id: z.string(), email: z.string() })),
  changed: z.nullable(z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }))),
})
export type AdminActivity = z.infer<typeof adminActivity>

export const listEverybodysActivity = endpoint({
  method: 'GET',
  path: '/api/admin/activity-logs',
  access: 'admin',
  shows: ['activity'],
  summary: 'Systemloggen for alle brukere, nyeste først. Hodet X-Total-Count (høyst 10 001).',
  query: z.object({
    limit: limit(200, 50),
    type: z.optional(z.enum(ACTIVITY_TYPES, 'Ugyldig type')),
    /** The owner of the entries' company, who did it, or whom an administrator did it to. */
    userId: z.optional(id),
  }),
  answer: z.array(adminActivity),
})

const byId = z.object({ id })
const ACT_TOPICS = ['users', 'activity'] as const

/**
 * The declaration shared by the actions on a user. Each requires a recently entered password and is
 * written to the administrators' activity log. 404 `not_found` if the user does not exist, 409
 * `own_account` for the administrator's own account, 409 `billing_account` for the user whose Fiken
 * connection sends the bills. Repeating an action changes nothing: 200, and no log entry.
 */
const act = { access: 'admin', freshPassword: true, changes: ACT_TOPICS } as const

/**
 * Activates or deactivates a user. A deactivated user is logged out immediately, and no vendor is
 * called for that user any more (rule 22).
 */
export const setUserStatus = endpoint({
  ...act,
  method: 'PUT',
  path: '/api/admin/users/:id/status',
  summary: 'Aktiver eller deaktiver en bruker',
  params: byId,
  body: z.object({ isActive: z.boolean('Ugyldig verdi') }),
  answer: z.object({ message: z.string(), user: adminUser }),
})

export const setUserAdmin = endpoint({
  ...act,
  method: 'PUT',
  path: '/api/admin/users/:id/admin',
  summary: 'Gi eller fjern admin-rettigheter',
  params: byId,
  body: z.object({ isAdmin: z.boolean('Ugyldig verdi') }),
  answer: z.object({ message: z.string(), user: adminUser }),
})

export const readUserDeletion = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/deletion',
  access: 'admin',
  summary: 'Hvilke firmaer som slettes med en bruker, og hvem andre som er med i dem',
  params: byId,
  answer: deletion,
})

export const deleteUser = endpoint({
  ...act,
  method: 'DELETE',
  path: '/api/admin/users/:id',
  summary: 'Slett en bruker med alle data',
  params: byId,
  answer: z.object({ message: z.string() }),
})
