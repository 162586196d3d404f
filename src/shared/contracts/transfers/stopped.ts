import * as z from 'zod/mini'
import type { CauseCode } from '../../causes/index.ts'
import { endpoint } from '../../contract.ts'
import { storedCode } from '../../fields.ts'

export const readStopped = endpoint({
  method: 'GET',
  path: '/api/transfers/stopped',
  access: 'user',
  act: 'read',
  shows: ['transfers', 'configuration', 'connections'],
  summary: 'Jobbene som én årsak har stoppet, og hvor mange som bare venter på at den er borte',
  query: z.object({ cause: storedCode<CauseCode>(z.minLength(1), z.maxLength(60)) }),
  answer: z.object({
    jobs: z.array(
      z.object({
        id: z.string(),
        rates: z.array(z.string()),
      }),
    ),
    waiting: z.int(),
  }),
})
