import * as z from 'zod/mini'
import { endpoint, LIST_BODY } from '../contract.ts'
import { day } from '../fields.ts'
import { TRANSFER_TOPICS } from '../live-topics.ts'

export const syncNow = endpoint({
  method: 'POST',
  path: '/api/sync',
  access: 'user',
  act: 'transfers',
  changes: [...TRANSFER_TOPICS, 'status'],
  summary: 'Synkroniser nå: hent, og start det som kan starte',
  answer: z.object({
    message: z.string(),
    error: z.optional(z.string()),
    action: z.optional(z.string()),
    jobsFound: z.int(),
    started: z.int(),
  }),
})

/** The number of days back for which the user may fetch jobs (rule 3). */
export const FETCH_DAYS = 90
export const MOST_FETCHED = 5_000

/** Lists the jobs that the user can fetch. Nothing is stored. */
export const findJobs = endpoint({
  method: 'GET',
  path: '/api/sync-jobs/found',
  access: 'user',
  act: 'read',
  summary:
    'Jobber som kan hentes: fullført fra og med en dag, høyst 90 dager tilbake, og uten overføring. Nyeste først.',
  query: z.object({ from: day() }),
  answer: z.object({
    jobs: z.array(
      z.object({
        jobUuid: z.string(),
        jobNumber: z.string(),
        customer: z.string(),
        /** The gross amount in øre. */
        amount: z.nullable(z.int()),
        completedAt: z.nullable(z.string()),
        /** True if the job is marked as paid, or its payments reach the total. */
        paid: z.boolean(),
      }),
    ),
    /** The number of paid jobs that may not be fetched, because only unpaid jobs become drafts. */
    paidLeftOut: z.int(),
    unapproved: z.int(),
    known: z.int(),
  }),
})
export type FoundJob = z.infer<typeof findJobs.answer>['jobs'][number]

export const syncJobs = endpoint({
  method: 'POST',
  path: '/api/sync-jobs',
  access: 'user',
  act: 'transfers',
  bodyLimit: LIST_BODY,
  changes: [...TRANSFER_TOPICS, 'status'],
  summary: 'Hent jobber uten å starte dem: de valgte, eller uten valg alle fra de siste 90 dagene',
  body: z.optional(
    z.object({
      jobUuids: z.optional(
        z
          .array(z.string().check(z.maxLength(64)))
          .check(
            z.minLength(1, 'Velg minst én jobb'),
            z.maxLength(MOST_FETCHED, 'For mange jobber'),
          ),
      ),
    }),
  ),
  answer: z.object({
    message: z.string(),
    awaitingPaymentJobsFound: z.int(),
    jobsProcessed: z.int(),
  }),
})
