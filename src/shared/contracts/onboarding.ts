import * as z from 'zod/mini'
import { REMEDY_QUESTIONS } from '../causes/cause.ts'
import { endpoint } from '../contract.ts'
import { JOB_FETCH_TYPES } from './configuration.ts'

/** The way from a new account to a running integration (GET /api/setup-instructions, rule 17). */

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
  /** `open`: can be done now. `locked`: an earlier step must be done first. */
  state: z.enum(['done', 'open', 'locked']),
  /** The step's state, or what it waits for: one Norwegian sentence. */
  reason: z.string(),
})
export type SetupStep = z.infer<typeof setupStep>

export const readSetup = endpoint({
  method: 'GET',
  path: '/api/setup-instructions',
  access: 'user',
  shows: ['setup', 'connections', 'configuration'],
  summary: 'Stegene fram til integrasjonen er i gang, og hvor langt en er kommet',
  answer: z.object({
    /** True when the integration is on, and the list has done its work. */
    done: z.boolean(),
    steps: z.array(setupStep),
  }),
})

/** Recommends the jobs that become drafts, judged by those of the last 90 days (rule 2). */
export const readJobChoice = endpoint({
  method: 'GET',
  path: '/api/setup-instructions/job-choice',
  access: 'user',
  shows: ['connections'],
  summary:
    'Fullførte og godkjente jobber de siste 90 dagene, og hva de taler for: godkjente jobber eller alle fullførte',
  answer: z.object({
    completed: z.int(),
    approved: z.int(),
    /** null when there are no jobs to judge by. */
    recommended: z.nullable(z.enum(JOB_FETCH_TYPES)),
  }),
})

/** The draft as it would be sent for one job. Amounts in øre. */
export const trial = z.object({
  job: z.object({ number: z.string(), description: z.string(), customer: z.string() }),
  /** null when unknown; the reason is among the problems. */
  recipient: z.nullable(z.object({ name: z.string(), how: z.string() })),
  lines: z.array(
    z.object({
      description: z.string(),
      /** Decimal text, as Fiken takes it. */
      quantity: z.string(),
      unitPrice: z.int(),
      net: z.int(),
      /** Fiken's name of the VAT type, in Norwegian. */
      vat: z.string(),
      account: z.string(),
    }),
  ),
  net: z.int(),
  vat: z.int(),
  gross: z.int(),
  notes: z.array(z.string()),
  /**
   * Problems that would stop the transfer; empty = it would go through. `href`: the place of the
   * fix in the app; `asks`: the question that can be answered in place instead.
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
  changes: ['setup', 'activity'],
  summary:
    'Prøveoverføring: utkastet slik det ville blitt for den siste fullførte jobben. Ingenting sendes',
  answer: trial,
})
