import * as z from 'zod/mini'
import type { CauseCode } from '../../causes/index.ts'
import { endpoint } from '../../contract.ts'
import { storedCode } from '../../fields.ts'

/** The transfers that a cause stops, for the question that fixes it for all of them at once. */
export const readStopped = endpoint({
  method: 'GET',
  path: '/api/transfers/stopped',
  access: 'user',
  shows: ['transfers', 'configuration', 'connections'],
  summary: 'Jobbene som én årsak har stoppet, og hvor mange som bare venter på at den er borte',
  query: z.object({ cause: storedCode<CauseCode>(z.minLength(1), z.maxLength(60)) }),
  answer: z.object({
    /** The failed ones, the oldest first: as many as one task takes. */
    jobs: z.array(
      z.object({
        id: z.string(),
        /** Tax rates of the lines to be invoiced, named as in the VAT table. */
        rates: z.array(z.string()),
      }),
    ),
    /** The number that waits for it, and goes on automatically. */
    waiting: z.int(),
  }),
})
