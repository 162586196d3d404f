import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'
import { ATTACHMENT_CHOICES } from '../attachments.ts'
import { TRANSFER_TOPICS } from '../live-topics.ts'

export const INVOICE_MODES = ['draft', 'invoice'] as const
export type InvoiceMode = (typeof INVOICE_MODES)[number]
export const DESCRIPTION_SOURCES = ['invoice_description', 'work_description', 'both'] as const
export const JOB_FETCH_TYPES = ['awaiting_payment', 'completed'] as const
export type JobFetchType = (typeof JOB_FETCH_TYPES)[number]

export const configuration = z.object({
  fikenCompanySlug: z.nullable(z.string()),
  fikenCompanyName: z.nullable(z.string()),
  /** The bank account's code in Fiken; "" means the default account. */
  fikenBankAccountCode: z.string(),
  invoiceCreationMode: z.enum(INVOICE_MODES),
  invoiceDescriptionSource: z.enum(DESCRIPTION_SOURCES),
  isActive: z.boolean(),
  autoCreateProducts: z.boolean(),
  jobFetchType: z.enum(JOB_FETCH_TYPES),
  autoTransferOnSync: z.boolean(),
  transferTrigger: z.string(),
  enableFuzzyCustomerMatch: z.boolean(),
  customerMatchThreshold: z.int(),
  /**
   * The start of the integration: jobs completed before this time wait for the user (rule 3). Null
   * until the integration is first switched on.
   */
  activatedAt: z.nullable(z.string()),
  requiresCompanySelection: z.boolean(),
  /** True if payments in Fiken are also recorded on the jobs in ServiceM8. */
  writeBackPayments: z.boolean(),
  writeBackAllowed: z.boolean(),
  attachments: z.enum(ATTACHMENT_CHOICES),
  attachmentsAllowed: z.boolean(),
  servicem8TokenExpiry: z.nullable(z.string()),
  fikenTokenExpiry: z.nullable(z.string()),
  fikenWebUrl: z.string(),
  updatedAt: z.string(),
})
export type Configuration = z.infer<typeof configuration>

/**
 * The body of POST /api/configuration: any of the settings that a user may change. Read-only and
 * unknown keys are ignored, so that the GET response can be sent back (rule 16). An invalid value
 * gives 400 and changes nothing.
 */
export const configurationChange = z.object({
  fikenCompanySlug: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  fikenBankAccountCode: z.optional(
    z.nullable(z.string().check(z.regex(/^(\d{4}(:\d{1,6})?)?$/, 'Ugyldig bankkonto'))),
  ),
  invoiceCreationMode: z.optional(z.enum(INVOICE_MODES, 'Ugyldig fakturatype')),
  invoiceDescriptionSource: z.optional(
    z.enum(DESCRIPTION_SOURCES, 'Ugyldig kilde for fakturatekst'),
  ),
  isActive: z.optional(z.boolean('Ugyldig verdi for aktiv')),
  autoCreateProducts: z.optional(z.boolean('Ugyldig verdi for automatiske produkter')),
  jobFetchType: z.optional(z.enum(JOB_FETCH_TYPES, 'Ugyldig valg av jobber')),
  autoTransferOnSync: z.optional(z.boolean('Ugyldig verdi for overføring ved synkronisering')),
  enableFuzzyCustomerMatch: z.optional(z.boolean('Ugyldig verdi for kundetreff')),
  customerMatchThreshold: z.optional(
    z
      .int('Grensen må være et helt tall')
      .check(
        z.minimum(50, 'Grensen må være minst 50'),
        z.maximum(100, 'Grensen kan være høyst 100'),
      ),
  ),
  writeBackPayments: z.optional(z.boolean('Ugyldig verdi for betaling tilbake til ServiceM8')),
  attachments: z.optional(z.enum(ATTACHMENT_CHOICES, 'Ugyldig valg av vedlegg')),
  activatedAt: z.optional(
    z.nullable(z.iso.datetime({ offset: true, error: 'Ugyldig dato for aktivering' })),
  ),
})
export type ConfigurationChange = z.infer<typeof configurationChange>

/**
 * The body that saves the settings. `known` has the values that the screen last loaded. If `known`
 * is given, only keys that differ from it are saved. If a key has been changed elsewhere to a third
 * value, the response is 409 `changed_elsewhere` with the keys in `keys`, so that another window's
 * changes are not overwritten unseen.
 */
export const configurationSave = z.extend(configurationChange, {
  known: z.optional(configurationChange),
})
export type ConfigurationSave = z.infer<typeof configurationSave>

export const readConfiguration = endpoint({
  method: 'GET',
  path: '/api/configuration',
  access: 'user',
  act: 'read',
  shows: ['configuration', 'connections'],
  summary: 'Innstillingene',
  answer: configuration,
})

export const saveConfiguration = endpoint({
  method: 'POST',
  path: '/api/configuration',
  access: 'user',
  act: ['configuration', 'bank_account', 'connect_fiken'],
  changes: ['configuration', 'status', ...TRANSFER_TOPICS],
  summary: 'Lagre innstillinger; sammenføyes med de lagrede',
  body: configurationSave,
  answer: configuration,
})

export const clearCompanySelection = endpoint({
  method: 'POST',
  path: '/api/config/clear-company-selection',
  access: 'user',
  act: 'renew_fiken',
  changes: ['configuration', 'status', ...TRANSFER_TOPICS],
  summary: 'Selskapet er valgt: fjern pausen',
  answer: z.object({ success: z.boolean() }),
})
