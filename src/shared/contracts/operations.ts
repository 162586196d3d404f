import * as z from 'zod/mini'
import type { CauseCode } from '../causes/index.ts'
import { endpoint } from '../contract.ts'
import { storedCode } from '../fields.ts'
import { VENDORS } from './connections.ts'

/**
 * The operator's page: everything in an installation that needs its operator, for all users. Every
 * call is an administrator's. What the owner of a job must change is that user's; figures are at
 * /metrics.
 */

export const QUEUES = [
  ...(['intake', 'sweep', 'collective', 'transfer-lane', 'mirror'] as const),
  ...(['reconciliation', 'payments', 'customer-writes', 'product-lists'] as const),
  ...(['attachments', 'tasks', 'notices', 'grants', 'billing'] as const),
] as const
export type QueueName = (typeof QUEUES)[number]

const vendor = z.enum(VENDORS, 'Ukjent leverandør')
const queue = z.enum(QUEUES)

const need = z.discriminatedUnion('kind', [
  /** Migrations that only this version, or only the database, has: two versions are in use. */
  z.object({ kind: z.literal('migrations'), missing: z.int(), unknown: z.int() }),
  /**
   * The token endpoint accepts neither client id nor secret: nothing is transferred until it does.
   */
  z.object({ kind: z.literal('refused'), vendor, reason: z.string(), grants: z.int() }),
  /** Seconds that the oldest workable row has waited; `isIdle`: nobody drains the queue. */
  z.object({ kind: z.literal('late'), queue, seconds: z.int(), isIdle: z.boolean() }),
  /** Seconds that a lane has been drained, longer than any should be. */
  z.object({ kind: z.literal('long'), queue, seconds: z.int() }),
  /** Work that waits because the vendor did not answer, including lanes at rest. */
  z.object({
    ...{ kind: z.literal('silent'), vendor, lanes: z.int(), transfers: z.int() },
    ...{ newJobs: z.int(), bills: z.int() },
  }),
  /** Transfers that have stopped and may be tried again, of users who have the integration on. */
  z.object({
    kind: z.literal('stopped'),
    code: storedCode<CauseCode>(),
    transfers: z.int(),
    users: z.int(),
  }),
  z.object({ kind: z.literal('bills'), count: z.int() }),
])
export type Need = z.infer<typeof need>

export const operationsAnswer = z.object({
  readAt: z.string(),
  /** `commit`: the first letters of the built commit; null outside a repository. */
  version: z.object({ number: z.string(), commit: z.nullable(z.string()) }),
  /** The embedded database has one process; several can share PostgreSQL. */
  database: z.enum(['embedded', 'postgres']),
  /** The most severe first. */
  needs: z.array(need),
})
export type Operations = z.infer<typeof operationsAnswer>

export const readOperations = endpoint({
  method: 'GET',
  path: '/api/admin/operations',
  access: 'admin',
  shows: ['operations'],
  summary: 'Det i hele installasjonen som trenger den som drifter den',
  answer: operationsAnswer,
})

const CHANGES = ['operations', 'activity'] as const
const said = z.object({ message: z.string() })

/**
 * Puts every stopped transfer with this cause back into its queue, for all users; each is a task of
 * its user's. 404 for an unknown cause, 409 `nothing_to_do` when there are none, 409 `needs_owner`
 * when the owner of the job must change something first.
 */
export const retryFailures = endpoint({
  method: 'POST',
  path: '/api/admin/operations/failures/:code/retry',
  access: 'admin',
  changes: CHANGES,
  summary: 'Prøv alle overføringene med denne årsaken igjen, for alle brukere',
  params: z.object({ code: storedCode<CauseCode>(z.maxLength(100)) }),
  answer: said,
})

/** Ends the pauses of a vendor's lanes: waiting work is tried now (decision 0012). */
export const resumeVendor = endpoint({
  method: 'POST',
  path: '/api/admin/operations/vendors/:vendor/resume',
  access: 'admin',
  changes: CHANGES,
  summary: 'Prøv alt som venter på at leverandøren skal svare, nå',
  params: z.object({ vendor }),
  answer: said,
})
