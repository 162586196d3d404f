import * as z from 'zod/mini'
import { endpoint } from '../../contract.ts'

/** The customers that transfers wait for a choice of, each once, the longest waiting first. */
export const readCustomerQueue = endpoint({
  method: 'GET',
  path: '/api/transfers/customer-queue',
  access: 'user',
  act: 'read',
  shows: ['transfers'],
  summary: 'Kundene som det er usikkert hvem er i Fiken, én linje per kunde',
  answer: z.array(
    z.object({
      /** A transfer of the customer's, by which the question is read and answered. */
      id: z.uuid(),
      customer: z.string(),
      /** The number of the customer's transfers that wait for the choice. */
      jobs: z.int(),
    }),
  ),
})
