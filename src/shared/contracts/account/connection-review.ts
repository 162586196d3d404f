import * as z from 'zod/mini'
import { endpoint } from '../../contract.ts'
import { VENDORS } from '../connections.ts'

/** The review of connections after a password set by a link, perhaps by another than the user. */
export const readConnectionReview = endpoint({
  method: 'GET',
  path: '/api/connections/review',
  access: 'user',
  shows: ['connections'],
  summary: 'Hvilke systemer kontoen er koblet til, for den som har satt nytt passord med en lenke',
  answer: z.object({
    /** The time of a password set by a link, until the user has looked at the connections. */
    resetAt: z.nullable(z.string()),
    connections: z.array(
      z.object({ vendor: z.enum(VENDORS), accountName: z.nullable(z.string()) }),
    ),
  }),
})

export const endConnectionReview = endpoint({
  method: 'POST',
  path: '/api/connections/review',
  access: 'user',
  changes: [],
  summary: 'Tilkoblingene er sett over',
  answer: z.object({ message: z.string() }),
})
