import * as z from 'zod/mini'
import { endpoint } from '../../contract.ts'
import { VENDORS } from '../connections.ts'

/**
 * The review of connections after the password was set by a mailed link, possibly by somebody other
 * than the user.
 */
export const readConnectionReview = endpoint({
  method: 'GET',
  path: '/api/connections/review',
  access: 'user',
  act: 'self',
  shows: ['connections'],
  summary:
    'Hvilke systemer firmaene dine er koblet til, for den som har satt nytt passord med en lenke',
  answer: z.object({
    /** The time at which the password was set; null once the user has reviewed the connections. */
    resetAt: z.nullable(z.string()),
    connections: z.array(
      z.object({
        vendor: z.enum(VENDORS),
        accountName: z.nullable(z.string()),
        company: z.object({ id: z.string(), name: z.nullable(z.string()) }),
      }),
    ),
  }),
})

export const endConnectionReview = endpoint({
  method: 'POST',
  path: '/api/connections/review',
  access: 'user',
  act: 'self',
  changes: [],
  summary: 'Tilkoblingene er sett over',
  answer: z.object({ message: z.string() }),
})
