import * as z from 'zod/mini'
import { endpoint } from '../../contract.ts'
import { deposit } from './deposits.ts'
import { byId } from './row.ts'

/**
 * A job whose sum is below zero becomes no draft: the user credits the invoice concerned in Fiken.
 * Amounts are øre.
 */

const invoice = z.extend(deposit, {
  reference: z.string(),
  /** The extent to which it is credited already. */
  credited: z.enum(['nothing', 'part', 'all']),
  /** Its page in Fiken. */
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
     * True for the job's own invoices. Otherwise it has none to credit, and they are the
     * customer's.
     */
    ofJob: z.boolean(),
    invoices: z.array(invoice),
    /** True when there are older ones that are not shown. */
    more: z.boolean(),
  }),
})
