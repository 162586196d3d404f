import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'
import { jobSum } from '../fields.ts'
import { INVOICE_MODES, JOB_FETCH_TYPES } from './configuration.ts'
import { VENDORS, connectionStatus } from './connections.ts'

export const readSystemStatus = endpoint({
  method: 'GET',
  path: '/api/system-status',
  access: 'user',
  act: 'read',
  shows: ['status'],
  summary: 'Er systemene tilkoblet og webhooken aktiv?',
  answer: z.object({
    servicem8Connected: z.boolean(),
    fikenConnected: z.boolean(),
    webhookActive: z.boolean(),
    lastWebhookTime: z.nullable(z.string()),
    isActive: z.boolean(),
    jobFetchType: z.enum(JOB_FETCH_TYPES),
    invoiceCreationMode: z.enum(INVOICE_MODES),
    servicem8Status: connectionStatus,
    fikenStatus: connectionStatus,
    /** True if the integration has ever been on; a missing connection has then been lost. */
    everActive: z.boolean(),
    needsCompany: z.boolean(),
    servicem8Account: z.nullable(z.string()),
    fikenAccount: z.nullable(z.string()),
    lastSyncAt: z.nullable(z.string()),
  }),
})

/** The vendors that do not respond and for which transfers wait (GET /api/stats). */
export const notAnswering = z.optional(z.array(z.enum(VENDORS)))

/** A sum of several jobs, with the sentence that says it. */
const spokenSum = z.extend(jobSum, {
  text: z.string(),
  /** What the sum leaves out; empty if nothing. */
  leftOut: z.string(),
})

export const readStats = endpoint({
  method: 'GET',
  path: '/api/stats',
  access: 'user',
  act: 'read',
  shows: ['stats'],
  summary: 'Tellere; de fire går alltid opp (beslutning 12)',
  answer: z.object({
    total: z.int(),
    successful: z.int(),
    pending: z.int(),
    failed: z.int(),
    /** Jobs that need the user, and jobs that wait only for a yes; absent if there are none. */
    needs: z.optional(z.object({ act: z.optional(spokenSum), yes: z.optional(spokenSum) })),
    notAnswering,
  }),
})

export const DAILY_DAYS = 30

export const dailyFigures = z.object({
  /** The Norwegian calendar date (yyyy-mm-dd). */
  date: z.string(),
  completed: z.int(),
  /** The number of the completed jobs that now have a draft or invoice. */
  invoiced: z.int(),
  /** The number of transfers completed that day, whenever their jobs were completed. */
  transferred: z.int(),
})
export type DailyFigures = z.infer<typeof dailyFigures>

export const readDaily = endpoint({
  method: 'GET',
  path: '/api/stats/daily',
  access: 'user',
  act: 'read',
  shows: ['stats'],
  summary: 'Fullførte jobber mot overførte, dag for dag de siste 30 dagene, eldste først',
  answer: z.array(dailyFigures),
})

const uninvoiced = z.extend(jobSum, {
  /** The completion time of the oldest job; null if unknown for all. */
  oldestAt: z.nullable(z.string()),
  /**
   * The number of waiting transfers; `count` is the sum of these, failed transfers and jobs without
   * approval.
   */
  waiting: z.int(),
  failed: z.int(),
  unapproved: z.int(),
})
export type Uninvoiced = z.infer<typeof uninvoiced>

export const readUnapproved = endpoint({
  method: 'GET',
  path: '/api/unapproved-jobs',
  access: 'user',
  act: 'read',
  shows: ['transfers', 'configuration', 'status'],
  summary:
    'Jobber som ikke er fakturert: hva de er verdt til sammen, og de av dem som ikke er godkjent i ServiceM8, når det er godkjente jobber som overføres (beslutning 2). Nyeste først, høyst 200.',
  answer: z.object({
    uninvoiced,
    /**
     * The number of jobs, including jobs not listed. Null if ServiceM8 was not asked (other
     * trigger, integration off, not connected).
     */
    count: z.nullable(z.int()),
    /**
     * The time of the last response from ServiceM8 about all of the jobs; null if ServiceM8 was not
     * asked or did not respond.
     */
    checkedAt: z.nullable(z.string()),
    jobs: z.array(
      z.object({
        jobUuid: z.string(),
        jobNumber: z.string(),
        customer: z.string(),
        /** The gross amount in øre. */
        amount: z.nullable(z.int()),
        completedAt: z.nullable(z.string()),
      }),
    ),
  }),
})
