import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'
import { TRANSFER_TOPICS } from '../live-topics.ts'

export const VENDORS = ['servicem8', 'fiken'] as const
export type Vendor = (typeof VENDORS)[number]

export const connectionStatus = z.enum(['connected', 'disconnected', 'reauth_required'])
export type ConnectionStatus = z.infer<typeof connectionStatus>

export const readTokenStatus = endpoint({
  method: 'GET',
  path: '/api/token-status',
  access: 'user',
  act: 'read',
  shows: ['connections'],
  summary: 'Må noe godkjennes på nytt?',
  answer: z.object({
    needsReauth: z.boolean(),
    servicem8Status: connectionStatus,
    servicem8Message: z.string(),
    fikenStatus: connectionStatus,
    fikenMessage: z.string(),
  }),
})

const authUrlAnswer = z.object({ authUrl: z.string(), error: z.optional(z.string()) })

export const readServicem8AuthUrl = endpoint({
  method: 'GET',
  path: '/api/servicem8/auth-url',
  access: 'user',
  act: ['connect_servicem8', 'renew_servicem8'],
  summary: 'Adressen som starter godkjenning hos ServiceM8',
  answer: authUrlAnswer,
})

export const readFikenAuthUrl = endpoint({
  method: 'GET',
  path: '/api/fiken/auth-url',
  access: 'user',
  act: ['connect_fiken', 'renew_fiken'],
  summary: 'Adressen som starter godkjenning hos Fiken',
  answer: authUrlAnswer,
})

export const revokeFiken = endpoint({
  method: 'POST',
  path: '/api/fiken/revoke',
  access: 'user',
  act: 'disconnect',
  changes: ['connections', 'status', ...TRANSFER_TOPICS],
  summary: 'Logg ut av Fiken og trekk tilgangen tilbake',
  answer: z.object({ message: z.string() }),
})

/**
 * Disconnects ServiceM8 by deleting our tokens and webhooks, because ServiceM8 has no endpoint for
 * revoking access.
 */
export const disconnectServicem8 = endpoint({
  method: 'POST',
  path: '/api/servicem8/disconnect',
  access: 'user',
  act: 'disconnect',
  changes: ['connections', 'status', ...TRANSFER_TOPICS],
  summary: 'Koble fra ServiceM8',
  answer: z.object({ message: z.string() }),
})

const tested = z.object({ connected: z.boolean(), message: z.string() })

export const testServicem8 = endpoint({
  method: 'POST',
  path: '/api/test-servicem8',
  access: 'user',
  act: 'renew_servicem8',
  changes: ['status', 'activity'],
  summary: 'Prøv forbindelsen til ServiceM8',
  body: z.optional(z.unknown()),
  answer: tested,
})

export const testFiken = endpoint({
  method: 'POST',
  path: '/api/test-fiken',
  access: 'user',
  act: 'renew_fiken',
  changes: ['status', 'activity'],
  summary: 'Prøv forbindelsen til et selskap i Fiken',
  body: z.object({
    companySlug: z
      .string({ error: 'Velg et selskap først' })
      .check(z.minLength(1, 'Velg et selskap først'), z.maxLength(200)),
  }),
  answer: tested,
})

export const listFikenCompanies = endpoint({
  method: 'GET',
  path: '/api/fiken/companies',
  access: 'user',
  act: 'read',
  shows: ['connections'],
  summary: 'Selskapene som brukeren har gitt tilgang til',
  answer: z.object({
    success: z.boolean(),
    companies: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        organizationNumber: z.string(),
        hasApiAccess: z.boolean(),
        vatRegistered: z.boolean(),
      }),
    ),
  }),
})

export const listFikenBankAccounts = endpoint({
  method: 'GET',
  path: '/api/fiken/bank-accounts',
  access: 'user',
  act: 'read',
  shows: ['connections'],
  summary: 'Bankkontoene i det valgte selskapet',
  answer: z.object({
    success: z.boolean(),
    bankAccounts: z.array(
      z.object({ code: z.string(), name: z.string(), bankAccountNumber: z.string() }),
    ),
  }),
})

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/servicem8/webhooks',
  access: 'user',
  act: 'read',
  shows: ['webhooks', 'connections'],
  summary: 'Registrerte webhooks; hemmeligheten i adressen er skjult',
  answer: z.object({
    webhooks: z.array(
      z.object({
        id: z.string(),
        active: z.boolean(),
        objectType: z.string(),
        trigger: z.string(),
        url: z.string(),
        createdDate: z.nullable(z.string()),
        lastFailure: z.nullable(z.string()),
      }),
    ),
  }),
})

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/api/servicem8/webhook/:id',
  access: 'user',
  act: 'configuration',
  changes: ['webhooks', 'status', 'activity'],
  summary: 'Slett en webhook',
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) }),
  answer: z.object({ message: z.string() }),
})

export const registerWebhooks = endpoint({
  method: 'POST',
  path: '/api/servicem8/webhooks',
  access: 'user',
  act: 'configuration',
  changes: ['webhooks', 'status', 'activity'],
  summary: 'Registrer webhooks på nytt',
  answer: z.object({ message: z.string() }),
})
