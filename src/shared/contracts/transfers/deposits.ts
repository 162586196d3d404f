import * as z from 'zod/mini'
import { endpoint } from '../../contract.ts'
import { TRANSFER_TOPICS } from '../../live-topics.ts'
import { byId } from './row.ts'

/**
 * This file declares the endpoints of deposits, amounts paid before a job is invoiced: the payments
 * in ServiceM8, and the deposit's invoice in Fiken, which the user may deduct from the draft.
 * Amounts are in øre.
 */

export const deposit = z.object({
  invoiceId: z.int(),
  invoiceNumber: z.string(),
  /** The issue date (yyyy-mm-dd). */
  issueDate: z.string(),
  gross: z.int(),
})
export const readDeposit = endpoint({
  method: 'GET',
  path: '/api/transfers/:id/deposit',
  access: 'user',
  act: 'read',
  shows: ['transfers'],
  summary: 'Forskuddet som trekkes fra på utkastet',
  params: byId,
  answer: z.object({
    chosen: z.nullable(deposit),
    /**
     * The deposit deducted in the draft in Fiken; null without a draft or if it deducts nothing.
     */
    sent: z.nullable(deposit),
    hasDraft: z.boolean(),
    mayChange: z.boolean(),
  }),
})

export const readJobPayments = endpoint({
  method: 'GET',
  path: '/api/transfers/:id/payments',
  access: 'user',
  act: 'read',
  summary: 'Innbetalingene på jobben i ServiceM8, slik de er nå',
  params: byId,
  answer: z.array(
    z.object({
      uuid: z.string(),
      amount: z.nullable(z.int()),
      /** The date of the payment (yyyy-mm-dd). */
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
  act: 'read',
  summary: 'Fakturaene i Fiken til jobbens kunde, som kan trekkes fra',
  params: byId,
  answer: z.object({
    customer: z.nullable(z.string()),
    invoices: z.array(
      z.extend(deposit, {
        reference: z.string(),
        isPaid: z.boolean(),
        /** The reason why the invoice cannot be deducted; null if it can. */
        why: z.nullable(z.string()),
      }),
    ),
    more: z.boolean(),
  }),
})
export type FoundInvoice = z.infer<(typeof findDepositInvoices)['answer']>['invoices'][number]

const rate = z.object({
  vatType: z.string(),
  vatName: z.string(),
  net: z.int(),
  vat: z.int(),
  /** The account for the deduction: the user's last choice, or else the invoice's own account. */
  account: z.nullable(z.string()),
  isKept: z.boolean(),
  accounts: z.array(z.object({ code: z.string(), name: z.string() })),
})
export type DepositRateAnswer = z.infer<typeof rate>

export const readDepositInvoice = endpoint({
  method: 'GET',
  path: '/api/transfers/:id/deposit/invoices/:invoiceId',
  access: 'user',
  act: 'read',
  summary: 'En faktura som kan trekkes fra, med MVA-typer og kontoer',
  params: z.extend(byId, {
    invoiceId: z.string().check(z.regex(/^\d{1,15}$/, 'Ugyldig faktura')),
  }),
  answer: z.extend(deposit, { rates: z.array(rate) }),
})

/**
 * Says which credit notes of a deposit that an invoice deducts the user has dealt with in Fiken:
 * those that the row shows, or none to take it back. Any other credit note needs the user again.
 */
export const settleDeposit = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/deposit/settled',
  access: 'user',
  act: 'deposits',
  changes: TRANSFER_TOPICS,
  summary: 'Forskuddet som er kreditert etter fakturaen, er ordnet i Fiken',
  params: byId,
  body: z.object({ settled: z.array(z.int()).check(z.maxLength(1_000)) }),
  answer: z.object({ message: z.string() }),
})

export const chooseDeposit = endpoint({
  method: 'PUT',
  path: '/api/transfers/:id/deposit',
  access: 'user',
  act: 'deposits',
  changes: TRANSFER_TOPICS,
  summary: 'Trekk en forskuddsfaktura fra på utkastet, eller ta bort fratrekket',
  params: byId,
  body: z.object({
    /** The invoice to deduct; null to deduct nothing. */
    invoiceId: z.nullable(z.int('Ugyldig faktura')),
    /**
     * The accounts for the deduction, remembered for later deposits; choices for VAT types not
     * listed here are kept.
     */
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
