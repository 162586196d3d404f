import * as z from 'zod/mini'
import { endpoint, LIST_BODY } from '../contract.ts'
import { id } from '../fields.ts'
import { INVOICE_MODES } from './configuration.ts'
import { previewProblems, transferPreview } from './transfers/preview.ts'
import { byId } from './transfers/row.ts'

/**
 * This file declares the endpoints of collective drafts ("Samlefaktura"): the customers whose jobs
 * are collected on one draft, and the time when that draft is created.
 */

const DAY = 'Velg en dag fra 1 til 31'
const WEEKDAY = 'Velg en ukedag'

export const collectiveTime = z.discriminatedUnion('every', [
  z.object({
    every: z.literal('month'),
    day: z.int(DAY).check(z.minimum(1, DAY), z.maximum(31, DAY)),
  }),
  z.object({
    every: z.literal('week'),
    weekday: z.int(WEEKDAY).check(z.minimum(1, WEEKDAY), z.maximum(7, WEEKDAY)),
  }),
  z.object({ every: z.literal('hand') }),
])

const clientUuid = z.string().check(z.minLength(1), z.maxLength(100))
const byClient = z.object({ clientUuid })

export const collectiveChoice = z.object({
  clientUuid: z.string(),
  time: collectiveTime,
  byPurchaseOrder: z.boolean(),
  /** The date of the next draft (yyyy-mm-dd); null if only the user creates drafts. */
  nextOn: z.nullable(z.string()),
  /** The number of waiting jobs; `amount` is their sum in gross øre. */
  jobs: z.int(),
  amount: z.int(),
  /**
   * The number of the customer's jobs that the draft would not include: failed, on hold or already
   * being transferred.
   */
  outside: z.int(),
})
export type CollectiveChoiceShown = z.infer<typeof collectiveChoice>

export const listCollective = endpoint({
  method: 'GET',
  path: '/api/collective',
  access: 'user',
  act: 'read',
  shows: ['transfers'],
  summary: 'Kundene som får samlefaktura, når, og hva som er samlet til nå',
  answer: z.array(collectiveChoice),
})

export const chooseCollective = endpoint({
  method: 'PUT',
  path: '/api/collective/:clientUuid',
  access: 'user',
  act: 'customers',
  changes: ['transfers'],
  summary:
    'Velger samlefaktura for en kunde. Jobber som fullføres fra nå av, venter; det som er i Fiken, er som det er.',
  params: byClient,
  body: z.object({ time: collectiveTime, byPurchaseOrder: z.boolean() }),
  answer: z.object({ message: z.string(), nextOn: z.nullable(z.string()) }),
})

export const endCollective = endpoint({
  method: 'DELETE',
  path: '/api/collective/:clientUuid',
  access: 'user',
  act: 'customers',
  changes: ['transfers'],
  summary: 'Slår av samlefaktura for en kunde. Jobbene som venter, overføres hver for seg.',
  params: byClient,
  answer: z.object({ message: z.string(), released: z.int() }),
})

const collectedJob = z.object({
  id: z.string(),
  title: z.string(),
  /** The gross amount in øre. */
  amount: z.nullable(z.int()),
})

const outsideJob = z.extend(collectedJob, {
  why: z.string(),
})
export type OutsideJob = z.infer<typeof outsideJob>

const whichJobs = z
  .object({
    ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(5_000))),
    clientUuid: z.optional(clientUuid),
  })
  .check(
    z.refine((which) => (which.ids === undefined) !== (which.clientUuid === undefined), {
      error: 'Velg jobbene, eller kunden',
    }),
  )

export const makeCollective = endpoint({
  method: 'POST',
  path: '/api/collective/make',
  access: 'user',
  act: 'transfers',
  bodyLimit: LIST_BODY,
  changes: ['transfers'],
  summary:
    '«Lag samlefaktura nå» av de valgte jobbene, én for hver kunde, eller av alt som er samlet for en kunde',
  body: whichJobs,
  answer: z.object({
    message: z.string(),
    started: z.int(),
    leftOut: z.int(),
    /**
     * A job on the new draft, by which the screen finds the draft; null if drafts for several
     * customers were started.
     */
    transferId: z.nullable(z.string()),
  }),
})

export const forecastCollective = endpoint({
  method: 'POST',
  path: '/api/collective/forecast',
  access: 'user',
  act: 'read',
  bodyLimit: LIST_BODY,
  changes: [],
  summary:
    'Hva «Lag samlefaktura nå» ville laget av de samme jobbene, og hvilke som ikke blir med. Endrer ingenting; 409 når ingen av dem venter.',
  body: whichJobs,
  answer: z.object({
    ids: z.array(z.string()),
    customers: z.int(),
    jobs: z.int(),
    drafts: z.int(),
    mode: z.enum(INVOICE_MODES),
    /** The gross sum in øre. */
    amount: z.int(),
    /**
     * The number of selected jobs that do not wait for a draft, are not changed and are not listed
     * in `outside`.
     */
    leftOut: z.int(),
    outside: z.array(outsideJob),
  }),
})
export type CollectiveForecast = z.infer<typeof forecastCollective.answer>

export const readJobsCollective = endpoint({
  method: 'GET',
  path: '/api/transfers/:id/collective',
  access: 'user',
  act: 'read',
  shows: ['transfers'],
  summary:
    'Hvem jobben faktureres, hva som er valgt for dem, og de andre jobbene på samlefakturaen',
  params: byId,
  answer: z.object({
    client: z.nullable(z.object({ uuid: z.string(), name: z.string() })),
    choice: z.nullable(collectiveChoice),
    shared: z.array(collectedJob),
  }),
})

export const PART_REASONS = ['recipient', 'purchase_order', 'lines'] as const
export type PartReason = (typeof PART_REASONS)[number]

export const collectivePreview = z.object({
  /**
   * True when no job waits, and the jobs shown belong to a started set that is queued, running or
   * stopped by the settings; none can be started.
   */
  isStarted: z.boolean(),
  mode: z.enum(INVOICE_MODES),
  /** The drafts; several if one draft cannot contain all jobs. */
  drafts: z.array(
    z.object({
      why: z.array(z.enum(PART_REASONS)),
      jobs: z.array(collectedJob),
      preview: transferPreview,
    }),
  ),
  stopped: z.array(z.extend(collectedJob, { problems: previewProblems })),
  outside: z.array(outsideJob),
})
export type CollectivePreview = z.infer<typeof collectivePreview>

export const previewCollective = endpoint({
  method: 'GET',
  path: '/api/collective/:clientUuid/preview',
  access: 'user',
  act: 'read',
  shows: ['transfers'],
  summary: 'Samlefakturaen slik den ville blitt nå, av jobbene slik de sist ble hentet',
  params: byClient,
  answer: collectivePreview,
})
