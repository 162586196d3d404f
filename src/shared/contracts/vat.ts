import * as z from 'zod/mini'
import { endpoint, LIST_BODY } from '../contract.ts'
import { TRANSFER_TOPICS } from '../live-topics.ts'

/** The mapping of a ServiceM8 tax rate to Fiken (rule 8). Account numbers have four digits. */
export const vatMapping = z.object({
  taxRateUuid: z.string(),
  name: z.string(),
  /** The percentage as ServiceM8 writes it, such as "25" or "14.975". */
  percent: z.string(),
  isDefault: z.boolean(),
  /** The VAT type; null if not yet chosen, and jobs that use the rate wait until it is. */
  vatType: z.nullable(z.string()),
  goodsAccount: z.nullable(z.string()),
  serviceAccount: z.nullable(z.string()),
  /** True once the user has confirmed a rate of 0 %, which is required once. */
  confirmed: z.boolean(),
  problems: z.array(z.string()),
})
export type VatMapping = z.infer<typeof vatMapping>

export const readVatMappings = endpoint({
  method: 'GET',
  path: '/api/vat-mappings',
  access: 'user',
  act: 'read',
  shows: ['vat', 'connections', 'configuration'],
  summary: 'Hvordan satsene i ServiceM8 føres i Fiken',
  answer: z.array(vatMapping),
})

/** The accounts that a VAT type can be booked on, as far as is known without asking Fiken. */
export const vatAccounts = z.object({
  /** The sales accounts of the chart, in numerical order; empty when the chart is unknown. */
  accounts: z.array(z.object({ code: z.string(), name: z.string() })),
  types: z.array(
    z.object({
      vatType: z.string(),
      /** The accounts to propose; null when the chart has none. */
      goodsAccount: z.nullable(z.string()),
      serviceAccount: z.nullable(z.string()),
      allowed: z.array(z.string()),
    }),
  ),
  /** The accounts about which only Fiken knows. */
  unclear: z.array(z.string()),
})
export type VatAccounts = z.infer<typeof vatAccounts>

export const readVatAccounts = endpoint({
  method: 'GET',
  path: '/api/vat-mappings/accounts',
  access: 'user',
  act: 'read',
  shows: ['vat', 'connections', 'configuration'],
  summary: 'Hvilke kontoer Fiken tillater for hver MVA-type, og hvilke som er vanlige',
  answer: vatAccounts,
})

export const account = z.string().check(z.regex(/^\d{4}(:\d{1,6})?$/, 'En konto har fire siffer'))

const chosen = {
  vatType: z.nullable(z.string().check(z.maxLength(30))),
  goodsAccount: z.nullable(account),
  serviceAccount: z.nullable(account),
  confirmed: z.boolean(),
}

export const saveVatMappings = endpoint({
  method: 'PUT',
  path: '/api/vat-mappings',
  access: 'user',
  act: 'vat',
  bodyLimit: LIST_BODY,
  changes: ['vat', 'setup', ...TRANSFER_TOPICS],
  summary: 'Lagre rader i MVA-tabellen; de andre blir som de er',
  body: z
    .array(
      z.object({
        taxRateUuid: z.string().check(z.minLength(1), z.maxLength(100)),
        ...chosen,
        /**
         * The row when the screen loaded it. If the row has changed since, the response is 409
         * `changed_elsewhere` and nothing is saved.
         */
        known: z.optional(z.object(chosen)),
      }),
    )
    .check(z.maxLength(200)),
  answer: z.array(vatMapping),
})
