import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'

/** Calls that need no account. */

/** Returns the operator of this installation, who answers for the personal data in it. */
export const readOperator = endpoint({
  method: 'GET',
  path: '/api/public/operator',
  access: 'public',
  summary: 'Hvem som driver tjenesten, og er ansvarlig for personopplysningene',
  answer: z.object({
    name: z.string(),
    address: z.string(),
    email: z.string(),
    /** True when no address is configured, so that nobody reads mail to `email`. */
    isExample: z.boolean(),
  }),
})
