import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'

/** What anybody may ask without an account. */

/** Who runs this installation, and so answers for the personal data in it. */
export const readOperator = endpoint({
  method: 'GET',
  path: '/api/public/operator',
  access: 'public',
  summary: 'Hvem som driver tjenesten, og er ansvarlig for personopplysningene',
  answer: z.object({
    name: z.string(),
    address: z.string(),
    email: z.string(),
    /** Nobody has given an address yet, so that nobody reads what is sent to `email`. */
    isExample: z.boolean(),
  }),
})
