import * as z from 'zod/mini'
import type { CauseCode } from '../causes/index.ts'
import { endpoint } from '../contract.ts'
import { storedCode } from '../fields.ts'
import { VENDORS } from './connections.ts'

/**
 * This file declares the endpoints of the operator's page: everything in the installation that
 * needs the operator's attention, for all users. Every request requires an administrator. Problems
 * that only the owner of a job can fix are left to that user; metrics are at /metrics.
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
  /**
   * The migrations known only to this version (`missing`) or only to the database (`unknown`),
   * which means that two versions are in use.
   */
  z.object({ kind: z.literal('migrations'), missing: z.int(), unknown: z.int() }),
  /**
   * The vendor's token endpoint refuses our client id and secret; nothing is transferred until it
   * accepts them.
   */
  z.object({ kind: z.literal('refused'), vendor, reason: z.string(), grants: z.int() }),
  /**
   * A late queue, with the seconds that its oldest due row has waited. `running`: the number
   * of lanes that are being drained.
   */
  z.object({ kind: z.literal('late'), queue, seconds: z.int(), running: z.int() }),
  /** A lane that has been drained for these seconds, longer than a drain should take. */
  z.object({ kind: z.literal('long'), queue, seconds: z.int() }),
  /** Work that waits because the vendor did not respond, including paused lanes. */
  z.object({
    ...{ kind: z.literal('silent'), vendor, lanes: z.int(), transfers: z.int() },
    ...{ newJobs: z.int(), bills: z.int() },
  }),
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
  /**
   * The product's version. `commit` is the abbreviated hash of the built commit; null outside a
   * repository.
   */
  version: z.object({ number: z.string(), commit: z.nullable(z.string()) }),
  database: z.enum(['embedded', 'postgres']),
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
 * Requeues every failed transfer with this cause, for all users, as one task per user. Responds 404
 * for an unknown cause, 409 `nothing_to_do` if there are no such transfers, and 409 `needs_owner`
 * if the owner of the job must change something first.
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

/** Ends the pauses of a vendor's lanes, so waiting work is tried immediately (decision 0012). */
export const resumeVendor = endpoint({
  method: 'POST',
  path: '/api/admin/operations/vendors/:vendor/resume',
  access: 'admin',
  changes: CHANGES,
  summary: 'Prøv alt som venter på at leverandøren skal svare, nå',
  params: z.object({ vendor }),
  answer: said,
})
