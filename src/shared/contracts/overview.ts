import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'
import { INVOICE_MODES, JOB_FETCH_TYPES } from './configuration.ts'
import { VENDORS, connectionStatus } from './connections.ts'

/** The dashboard: the state of the connections, the counts and the daily figures. */

export const readSystemStatus = endpoint({
  method: 'GET',
  path: '/api/system-status',
  access: 'user',
  shows: ['status'],
  summary: 'Er systemene tilkoblet og webhooken aktiv?',
  answer: z.object({
    servicem8Connected: z.boolean(),
    fikenConnected: z.boolean(),
    webhookActive: z.boolean(),
    lastWebhookTime: z.nullable(z.string()),
    isActive: z.boolean(),
    /** The jobs that become drafts: the approved, or all completed ones. */
    jobFetchType: z.enum(JOB_FETCH_TYPES),
    invoiceCreationMode: z.enum(INVOICE_MODES),
    servicem8Status: connectionStatus,
    fikenStatus: connectionStatus,
    /** True when it has been switched on once, so a missing connection has been lost. */
    everActive: z.boolean(),
    /** True when Fiken is connected, but everything is paused until its company is chosen. */
    needsCompany: z.boolean(),
    servicem8Account: z.nullable(z.string()),
    fikenAccount: z.nullable(z.string()),
    lastSyncAt: z.nullable(z.string()),
  }),
})

/** The systems in GET /api/stats that do not answer, for transfers to wait for; else absent. */
export const notAnswering = z.optional(z.array(z.enum(VENDORS)))

export const readStats = endpoint({
  method: 'GET',
  path: '/api/stats',
  access: 'user',
  shows: ['stats'],
  summary: 'Tellere; de fire går alltid opp (beslutning 12)',
  answer: z.object({
    total: z.int(),
    successful: z.int(),
    pending: z.int(),
    failed: z.int(),
    notAnswering,
  }),
})

export const DAILY_DAYS = 30

export const dailyFigures = z.object({
  /** yyyy-mm-dd, Norwegian calendar. */
  date: z.string(),
  completed: z.int(),
  /** Those of the completed jobs that have their draft or invoice in Fiken now. */
  invoiced: z.int(),
  /** Transfers that completed that day, whenever their jobs were completed. */
  transferred: z.int(),
})
export type DailyFigures = z.infer<typeof dailyFigures>

export const readDaily = endpoint({
  method: 'GET',
  path: '/api/stats/daily',
  access: 'user',
  shows: ['stats'],
  summary: 'Fullførte jobber mot overførte, dag for dag de siste 30 dagene, eldste først',
  answer: z.array(dailyFigures),
})

/** The jobs without a draft in Fiken, as one sum. */
const uninvoiced = z.object({
  count: z.int(),
  /** Gross øre, of those whose amount is known. */
  ore: z.int(),
  /** The number of jobs without an amount yet, which are not in the sum. */
  withoutAmount: z.int(),
  /** The oldest one's completion in ServiceM8; null when unknown for all. */
  oldestAt: z.nullable(z.string()),
  /** The sum's parts: waiting transfers, stopped transfers, and jobs without approval. */
  waiting: z.int(),
  failed: z.int(),
  unapproved: z.int(),
})
export type Uninvoiced = z.infer<typeof uninvoiced>

export const readUnapproved = endpoint({
  method: 'GET',
  path: '/api/unapproved-jobs',
  access: 'user',
  shows: ['transfers', 'configuration', 'status'],
  summary:
    'Jobber som ikke er fakturert: hva de er verdt til sammen, og de av dem som ikke er godkjent i ServiceM8, når det er godkjente jobber som overføres (beslutning 2). Nyeste først, høyst 200.',
  answer: z.object({
    /** Jobs that are not approved, and those that have a transfer. */
    uninvoiced,
    /**
     * Unlisted ones included. null = not asked about (other trigger, switched off, not connected).
     */
    count: z.nullable(z.int()),
    /** The last time that ServiceM8 answered about all of them; null when not asked, or silent. */
    checkedAt: z.nullable(z.string()),
    jobs: z.array(
      z.object({
        jobUuid: z.string(),
        jobNumber: z.string(),
        customer: z.string(),
        /** Gross øre. */
        amount: z.nullable(z.int()),
        completedAt: z.nullable(z.string()),
      }),
    ),
  }),
})
