import * as z from 'zod/mini'
import type { CauseCode } from '../../causes/index.ts'
import { endpoint } from '../../contract.ts'
import { storedCode } from '../../fields.ts'

/** What a cause holds up, for the question that fixes it for all of them at once. */
export const readStopped = endpoint({
  method: 'GET',
  path: '/api/transfers/stopped',
  access: 'user',
  shows: ['transfers', 'configuration', 'connections'],
  summary: 'Jobbene som én årsak har stoppet, og hvor mange som bare venter på at den er borte',
  query: z.object({ cause: storedCode<CauseCode>(z.minLength(1), z.maxLength(60)) }),
  answer: z.object({
    /** Those that failed by it, the oldest first: as many as one task takes. */
    jobs: z.array(
      z.object({
        id: z.string(),
        /** Of the lines that are to be invoiced: tax rates as the VAT table names them. */
        rates: z.array(z.string()),
      }),
    ),
    /** How many wait for it, and go on by themselves. */
    waiting: z.int(),
  }),
})
