import * as z from 'zod/mini'
import { endpoint } from '../../contract.ts'
import { TRANSFER_TOPICS } from '../../live-topics.ts'
import { byId } from './row.ts'

/**
 * Amounts paid on a job before it is invoiced: payments in ServiceM8, and the deposit's invoice in
 * Fiken, which the user may have deducted from the draft. Amounts are øre.
 */

export const deposit = z.object({
  invoiceId: z.int(),
  invoiceNumber: z.string(),
  /** yyyy-mm-dd */
  issueDate: z.string(),
  gross: z.int(),
})
export const readDeposit = endpoint({
  method: 'GET',
  path: '/api/transfers/:id/deposit',
  access: 'user',
  shows: ['transfers'],
  summary: 'Forskuddet som trekkes fra på utkastet',
  params: byId,
  answer: z.object({
    chosen: z.nullable(deposit),
    /**
     * The deposit in the draft that is in Fiken; null without a draft, or with nothing deducted.
     */
    sent: z.nullable(deposit),
    /** True when there is a draft that can be updated. */
    hasDraft: z.boolean(),
    mayChange: z.boolean(),
  }),
})

export const readJobPayments = endpoint({
  method: 'GET',
  path: '/api/transfers/:id/payments',
  access: 'user',
  summary: 'Innbetalingene på jobben i ServiceM8, slik de er nå',
  params: byId,
  answer: z.array(
    z.object({
      uuid: z.string(),
      /** Null when it cannot be read. */
      amount: z.nullable(z.int()),
      /** yyyy-mm-dd; null when ServiceM8 does not say. */
      date: z.nullable(z.string()),
      method: z.string(),
      isDeposit: z.boolean(),
    }),
  ),
})

export const findDepositInvoices = endpoint({
  method: 'GET',
  path: '/api/transfers/:id/deposit/invoices',
  access: 'user',
  summary: 'Fakturaene i Fiken til jobbens kunde, som kan trekkes fra',
  params: byId,
  answer: z.object({
    /** The customer in Fiken; null while there is none. */
    customer: z.nullable(z.string()),
    invoices: z.array(
      z.extend(deposit, {
        reference: z.string(),
        isPaid: z.boolean(),
        /** The reason for which it cannot be deducted, in Norwegian; null when it can. */
        why: z.nullable(z.string()),
      }),
    ),
    /** True when there are older ones that are not shown. */
    more: z.boolean(),
  }),
})
export type FoundInvoice = z.infer<(typeof findDepositInvoices)['answer']>['invoices'][number]

const rate = z.object({
  vatType: z.string(),
  vatName: z.string(),
  net: z.int(),
  vat: z.int(),
  /** The account of the deduction: the last choice, or the invoice's own. */
  account: z.nullable(z.string()),
  isKept: z.boolean(),
  accounts: z.array(z.object({ code: z.string(), name: z.string() })),
})
export type DepositRateAnswer = z.infer<typeof rate>

export const readDepositInvoice = endpoint({
  method: 'GET',
  path: '/api/transfers/:id/deposit/invoices/:invoiceId',
  access: 'user',
  summary: 'En faktura som kan trekkes fra, med MVA-typer og kontoer',
  params: z.extend(byId, {
    invoiceId: z.string().check(z.regex(/^\d{1,15}$/, 'Ugyldig faktura')),
  }),
  answer: z.extend(deposit, { rates: z.array(rate) }),
})

export const chooseDeposit = endpoint({
  method: 'PUT',
  path: '/api/transfers/:id/deposit',
  access: 'user',
  changes: TRANSFER_TOPICS,
  summary: 'Trekk en forskuddsfaktura fra på utkastet, eller ta bort fratrekket',
  params: byId,
  body: z.object({
    /** null = nothing is deducted. */
    invoiceId: z.nullable(z.int('Ugyldig faktura')),
    /** Kept for later deposits; the choices of absent VAT types stay. */
    accounts: z.optional(
      z
        .array(
          z.object({
            vatType: z.string().check(z.maxLength(40)),
            account: z.string().check(z.regex(/^\d{4}(:\d{1,10})?$/, 'Ugyldig konto')),
          }),
        )
        .check(z.maxLength(9)),
    ),
  }),
  answer: z.object({ message: z.string() }),
})
