import * as z from 'zod/mini'
import { endpoint } from '../../contract.ts'
import { deposit } from './deposits.ts'
import { byId } from './row.ts'

/** A job below zero becomes no draft: the user credits its invoice in Fiken. Amounts are øre. */

const invoice = z.extend(deposit, {
  reference: z.string(),
  /** The extent to which it is credited already. */
  credited: z.enum(['nothing', 'part', 'all']),
  url: z.string(),
})
export type InvoiceToCredit = z.infer<typeof invoice>

export const findInvoicesToCredit = endpoint({
  method: 'GET',
  path: '/api/transfers/:id/invoices',
  access: 'user',
  summary: 'Fakturaene i Fiken som kan krediteres',
  params: byId,
  answer: z.object({
    /** The customer in Fiken; null while unknown. */
    customer: z.nullable(z.string()),
    /**
     * True for the job's own invoices; false for the customer's, when the job has none to credit.
     */
    ofJob: z.boolean(),
    invoices: z.array(invoice),
    /** True when there are older ones that are not shown. */
    more: z.boolean(),
  }),
})
