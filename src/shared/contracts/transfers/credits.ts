import * as z from 'zod/mini'
import { endpoint } from '../../contract.ts'
import { deposit } from './deposits.ts'
import { byId } from './row.ts'

/**
 * This file declares the invoices that the user can credit. A job with a negative total gets no
 * draft; the user credits its invoice in Fiken instead. Amounts are in øre.
 */

const invoice = z.extend(deposit, {
  reference: z.string(),
  credited: z.enum(['nothing', 'part', 'all']),
  url: z.string(),
})
export type InvoiceToCredit = z.infer<typeof invoice>

export const findInvoicesToCredit = endpoint({
  method: 'GET',
  path: '/api/transfers/:id/invoices',
  access: 'user',
  act: 'read',
  summary: 'Fakturaene i Fiken som kan krediteres',
  params: byId,
  answer: z.object({
    customer: z.nullable(z.string()),
    /**
     * True for the job's own invoices; false for the customer's other invoices, if the job has none
     * to credit.
     */
    ofJob: z.boolean(),
    invoices: z.array(invoice),
    more: z.boolean(),
  }),
})
