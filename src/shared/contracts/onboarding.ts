import * as z from 'zod/mini'
import { REMEDY_QUESTIONS } from '../causes/cause.ts'
import { endpoint } from '../contract.ts'
import { JOB_FETCH_TYPES } from './configuration.ts'

/**
 * This file declares the steps from a new account to a running integration (GET
 * /api/setup-instructions).
 */

export const SETUP_STEPS = [
  'servicem8',
  'fiken',
  'company',
  'bank_account',
  'vat',
  'trial',
  'activate',
] as const
export type SetupStepId = (typeof SETUP_STEPS)[number]

export const setupStep = z.object({
  id: z.enum(SETUP_STEPS),
  title: z.string(),
  /**
   * The state of the step. `open`: the step can be done now. `locked`: an earlier step must be done
   * first.
   */
  state: z.enum(['done', 'open', 'locked']),
  reason: z.string(),
  /** Shown on request, below the reason. */
  more: z.optional(z.string()),
})
export type SetupStep = z.infer<typeof setupStep>

export const readSetup = endpoint({
  method: 'GET',
  path: '/api/setup-instructions',
  access: 'user',
  act: 'read',
  shows: ['setup', 'connections', 'configuration', 'stats'],
  summary: 'Stegene fram til integrasjonen er i gang, og hvor langt en er kommet',
  answer: z.object({
    done: z.boolean(),
    steps: z.array(setupStep),
    /** Tax rates that stop the jobs that use them, until the user has mapped them. */
    openRates: z.array(z.object({ taxRateUuid: z.string(), name: z.string() })),
  }),
})

/** Recommends which jobs should become drafts, based on the jobs of the last 90 days (rule 2). */
export const readJobChoice = endpoint({
  method: 'GET',
  path: '/api/setup-instructions/job-choice',
  access: 'user',
  act: 'read',
  shows: ['connections'],
  summary:
    'Fullførte og godkjente jobber de siste 90 dagene, og hva de taler for: godkjente jobber eller alle fullførte',
  answer: z.object({
    completed: z.int(),
    approved: z.int(),
    recommended: z.nullable(z.enum(JOB_FETCH_TYPES)),
  }),
})

/** The result of a trial transfer. Amounts are in øre. */
export const trial = z.object({
  job: z.object({ number: z.string(), description: z.string(), customer: z.string() }),
  recipient: z.nullable(z.object({ name: z.string(), how: z.string() })),
  lines: z.array(
    z.object({
      description: z.string(),
      quantity: z.string(),
      unitPrice: z.int(),
      net: z.int(),
      vat: z.string(),
      account: z.string(),
    }),
  ),
  net: z.int(),
  vat: z.int(),
  gross: z.int(),
  notes: z.array(z.string()),
  /** The tax rates on the job's lines, as in the VAT table. */
  rates: z.array(z.string()),
  /**
   * The problems that would prevent the transfer; empty if it would succeed. `href` is the page in
   * the app where the problem is fixed; `asks` is a question that can be answered in a dialog
   * instead.
   */
  problems: z.array(
    z.object({
      title: z.string(),
      message: z.string(),
      mend: z.nullable(
        z.object({
          label: z.string(),
          href: z.string(),
          asks: z.nullable(z.enum(REMEDY_QUESTIONS)),
        }),
      ),
    }),
  ),
})
export type Trial = z.infer<typeof trial>

export const runTrial = endpoint({
  method: 'POST',
  path: '/api/setup-instructions/trial',
  access: 'user',
  act: 'transfers',
  changes: ['setup', 'activity'],
  summary:
    'Prøveoverføring: utkastet slik det ville blitt for den siste fullførte jobben. Ingenting sendes',
  answer: trial,
})
