import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'

/** What a user decides: specification part 2 §3 "Configuration", decisions 3, 8, 16. */

export const INVOICE_MODES = ['draft', 'invoice'] as const
export const DESCRIPTION_SOURCES = ['invoice_description', 'work_description', 'both'] as const
export const JOB_FETCH_TYPES = ['awaiting_payment', 'completed'] as const

export const configuration = z.object({
  fikenCompanySlug: z.nullable(z.string()),
  fikenCompanyName: z.nullable(z.string()),
  /** "" means the accounting system's default. */
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
  /** Jobs completed before this instant wait for a person (decision 3). Null until first switched on. */
  activatedAt: z.nullable(z.string()),
  requiresCompanySelection: z.boolean(),
  /** Payments in Fiken are registered on the jobs in ServiceM8. Off until somebody wants it. */
  writeBackPayments: z.boolean(),
  /** Has ServiceM8 been asked for it, and agreed? */
  writeBackAllowed: z.boolean(),
  servicem8TokenExpiry: z.nullable(z.string()),
  fikenTokenExpiry: z.nullable(z.string()),
  /** Where the accounting system's own pages are, for links to drafts. */
  fikenWebUrl: z.string(),
  updatedAt: z.string(),
})
export type Configuration = z.infer<typeof configuration>

/**
 * What POST /api/configuration takes: any of the keys a user may set. Read-only and unknown keys are ignored, so that a round
 * trip of the GET answer is safe (decision 16); a bad value answers 400 and changes nothing.
 */
export const configurationChange = z.object({
  fikenCompanySlug: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  fikenBankAccountCode: z.optional(z.nullable(z.string().check(z.regex(/^(\d{4}(:\d{1,6})?)?$/, 'Ugyldig bankkonto')))),
  invoiceCreationMode: z.optional(z.enum(INVOICE_MODES, 'Ugyldig fakturatype')),
  invoiceDescriptionSource: z.optional(z.enum(DESCRIPTION_SOURCES, 'Ugyldig kilde for fakturatekst')),
  isActive: z.optional(z.boolean('Ugyldig verdi for aktiv')),
  autoCreateProducts: z.optional(z.boolean('Ugyldig verdi for automatiske produkter')),
  jobFetchType: z.optional(z.enum(JOB_FETCH_TYPES, 'Ugyldig valg av jobber')),
  autoTransferOnSync: z.optional(z.boolean('Ugyldig verdi for overføring ved synkronisering')),
  enableFuzzyCustomerMatch: z.optional(z.boolean('Ugyldig verdi for kundetreff')),
  customerMatchThreshold: z.optional(
    z
      .int('Grensen må være et helt tall')
      .check(z.minimum(50, 'Grensen må være minst 50'), z.maximum(100, 'Grensen kan være høyst 100')),
  ),
  writeBackPayments: z.optional(z.boolean('Ugyldig verdi for betaling tilbake til ServiceM8')),
  activatedAt: z.optional(z.nullable(z.iso.datetime({ offset: true, error: 'Ugyldig dato for aktivering' }))),
})
export type ConfigurationChange = z.infer<typeof configurationChange>

export const readConfiguration = endpoint({
  method: 'GET',
  path: '/api/configuration',
  access: 'user',
  summary: 'Innstillingene',
  answer: configuration,
})

export const saveConfiguration = endpoint({
  method: 'POST',
  path: '/api/configuration',
  access: 'user',
  summary: 'Lagre innstillinger; sammenføyes med de lagrede',
  body: configurationChange,
  answer: configuration,
})

export const clearCompanySelection = endpoint({
  method: 'POST',
  path: '/api/config/clear-company-selection',
  access: 'user',
  summary: 'Selskapet er valgt: fjern pausen',
  answer: z.object({ success: z.boolean() }),
})

/** How one ServiceM8 tax rate is written in Fiken (decision 8, 15). Accounts are four digits. */
export const vatMapping = z.object({
  taxRateUuid: z.string(),
  name: z.string(),
  /** Percent as ServiceM8 writes it, e.g. "25" or "14.975". */
  percent: z.string(),
  isDefault: z.boolean(),
  /** null = nobody has chosen yet; a job that uses the rate waits. */
  vatType: z.nullable(z.string()),
  goodsAccount: z.nullable(z.string()),
  serviceAccount: z.nullable(z.string()),
  /** 0 % must be confirmed once. */
  confirmed: z.boolean(),
  /** Norwegian sentences about what does not fit the company's chart or VAT status. */
  problems: z.array(z.string()),
})
export type VatMapping = z.infer<typeof vatMapping>

export const readVatMappings = endpoint({
  method: 'GET',
  path: '/api/vat-mappings',
  access: 'user',
  summary: 'Hvordan satsene i ServiceM8 føres i Fiken',
  answer: z.array(vatMapping),
})

const account = z.string().check(z.regex(/^\d{4}(:\d{1,6})?$/, 'En konto har fire siffer'))

export const saveVatMappings = endpoint({
  method: 'PUT',
  path: '/api/vat-mappings',
  access: 'user',
  summary: 'Lagre MVA-tabellen',
  body: z
    .array(
      z.object({
        taxRateUuid: z.string().check(z.minLength(1), z.maxLength(100)),
        vatType: z.nullable(z.string().check(z.maxLength(30))),
        goodsAccount: z.nullable(account),
        serviceAccount: z.nullable(account),
        confirmed: z.boolean(),
      }),
    )
    .check(z.maxLength(200)),
  answer: z.array(vatMapping),
})
