import * as z from 'zod/mini'
import type { CauseCode } from '../causes/index.ts'
import { endpoint } from '../contract.ts'
import { storedCode } from '../fields.ts'
import { VENDORS } from './connections.ts'

/**
 * The operator's page: how the installation is, over all users. Every call is an administrator's.
 * What a person did in the job, the customer or the VAT table is that user's; here is what an
 * operator can do something about.
 */

/** The queues that have work. Their rows are the work, so a queue is measured by its rows. */
export const QUEUES = [
  'intake',
  'sweep',
  'transfer-lane',
  'mirror',
  'reconciliation',
  'payments',
  'customer-writes',
  'product-lists',
  'attachments',
  'tasks',
  'notices',
  'grants',
  'billing',
] as const
export type QueueName = (typeof QUEUES)[number]

/** What the clock starts, and an operator may start now. */
export const ROUTINES = ['webhook-check', 'retention', 'weekly-summary'] as const
export type RoutineName = (typeof ROUTINES)[number]

const queue = z.object({
  name: z.enum(QUEUES),
  /** Rows that could be worked on now, or are; a sweep, a mirror or a grant is one row a user. */
  waiting: z.int(),
  /** Rows that wait for a time to come: a retry, or the end of a pause. */
  later: z.int(),
  /** Since when the oldest of those that wait now has been waiting. */
  oldestAt: z.nullable(z.string()),
  /** Lanes that a process drains at this moment, and since when the oldest of them. */
  running: z.int(),
  runningSince: z.nullable(z.string()),
})
export type QueueState = z.infer<typeof queue>

const failure = z.object({
  /** A cause of shared/causes, unless another version has stored it. */
  code: storedCode<CauseCode>(),
  /** Transfers that have stopped, and those that wait and are tried again automatically. */
  failed: z.int(),
  retrying: z.int(),
  users: z.int(),
  /** Since when the oldest of them has been like this. */
  oldestAt: z.string(),
  /** Trying again may help: the cause is ours or a vendor's, and nobody has to change anything. */
  canRetry: z.boolean(),
  /** Of those that have stopped: how many belong to active users who have the integration on. */
  startable: z.int(),
})
export type FailureState = z.infer<typeof failure>

const vendor = z.object({
  vendor: z.enum(VENDORS),
  /** Users who are connected, and who must connect again. */
  connected: z.int(),
  expired: z.int(),
  /**
   * Grants for which the token endpoint gives no tokens now, by its reason. `ours`: the
   * installation's client id, secret or address is wrong, and no transfer goes on before it is
   * mended.
   */
  refusals: z.array(z.object({ reason: z.string(), ours: z.boolean(), grants: z.int() })),
  /** Lanes at rest because the vendor did not answer, and when the first and last are tried. */
  paused: z.int(),
  firstTryAt: z.nullable(z.string()),
  lastTryAt: z.nullable(z.string()),
  /** Transfers that wait because the vendor did not answer, or whose lane is at rest. */
  waiting: z.int(),
  /** New jobs that ServiceM8 did not answer about, and that are looked at later. */
  newJobs: z.int(),
  /** Monthly bills that wait because the vendor did not answer. */
  bills: z.int(),
  /** When a list of the vendor's was last read to its end for anybody. */
  heardAt: z.nullable(z.string()),
})
export type VendorState = z.infer<typeof vendor>

const tenant = z.object({
  id: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  companyName: z.nullable(z.string()),
  email: z.string(),
  /** Transfers in the queue, also those that wait for a retry, and when the oldest came in. */
  waiting: z.int(),
  oldestAt: z.nullable(z.string()),
  /** Drafts made during the last 24 hours. */
  made: z.int(),
  /** Of those that nobody touched: seconds from the ping to the draft, the median. */
  medianSeconds: z.nullable(z.number()),
})
export type TenantState = z.infer<typeof tenant>

export const operationsAnswer = z.object({
  readAt: z.string(),
  version: z.object({
    number: z.string(),
    /** The first letters of the commit that was built; null outside a repository. */
    commit: z.nullable(z.string()),
    builtAt: z.nullable(z.string()),
    /** This process, of possibly several. */
    startedAt: z.string(),
    node: z.string(),
    role: z.enum(['web', 'worker', 'all']),
  }),
  database: z.object({
    kind: z.enum(['embedded', 'postgres']),
    bytes: z.int(),
    /** The largest, with their indexes. */
    tables: z.array(z.object({ name: z.string(), bytes: z.int() })),
    migrations: z.object({
      applied: z.int(),
      /** The newest that is applied. */
      latest: z.nullable(z.string()),
      /** Of this version, not applied: a process of another version is running. */
      missing: z.int(),
      /** Applied and unknown to this version: a newer one has been here. */
      unknown: z.int(),
    }),
  }),
  queues: z.array(queue),
  routines: z.array(z.object({ name: z.enum(ROUTINES), nextAt: z.string() })),
  /** Most transfers first. */
  failures: z.array(failure),
  vendors: z.array(vendor),
  /** Monthly bills that have stopped. */
  stoppedBills: z.int(),
  /** At most ten: those that have waited longest, then those with the longest median. */
  slowest: z.array(tenant),
})
export type Operations = z.infer<typeof operationsAnswer>

export const readOperations = endpoint({
  method: 'GET',
  path: '/api/admin/operations',
  access: 'admin',
  shows: ['operations'],
  summary: 'Køer, feil, leverandører, trege kunder, versjon og database for hele installasjonen',
  answer: operationsAnswer,
})

const CHANGES = ['operations', 'activity'] as const
const said = z.object({
  /** What was started, in Norwegian. */
  message: z.string(),
})

/**
 * Puts every stopped transfer with this cause back into its queue, for all users; each is a task of
 * its user's. 404 for what is no cause, 409 `nothing_to_do` when there are none, 409 `needs_owner`
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

/** Ends the pauses of a vendor's lanes: what waits for it is tried now (decision 0012). */
export const resumeVendor = endpoint({
  method: 'POST',
  path: '/api/admin/operations/vendors/:vendor/resume',
  access: 'admin',
  changes: CHANGES,
  summary: 'Prøv alt som venter på at leverandøren skal svare, nå',
  params: z.object({ vendor: z.enum(VENDORS, 'Ukjent leverandør') }),
  answer: said,
})

/** Starts a routine of the clock's now; one that runs already is not started again. */
export const runRoutine = endpoint({
  method: 'POST',
  path: '/api/admin/operations/routines/:name/run',
  access: 'admin',
  changes: CHANGES,
  summary: 'Kjør en av rutinene nå',
  params: z.object({ name: z.enum(ROUTINES, 'Ukjent rutine') }),
  answer: said,
})
