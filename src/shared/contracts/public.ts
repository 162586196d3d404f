import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'

/** Endpoints that need no account. */

/** Returns the operator of this installation, who is responsible for the personal data in it. */
export const readOperator = endpoint({
  method: 'GET',
  path: '/api/public/operator',
  access: 'public',
  summary: 'Hvem som driver tjenesten, og er ansvarlig for personopplysningene',
  answer: z.object({
    name: z.string(),
    address: z.string(),
    email: z.string(),
    /** True if no address is configured, so nobody reads mail sent to `email`. */
    isExample: z.boolean(),
  }),
})
