import * as z from 'zod/mini'
import { endpoint } from '../../contract.ts'
import { id } from '../../fields.ts'

/** This file declares the endpoints of a person's own authorisations at Fiken. */

const grant = z.object({
  id: z.string(),
  /** The Fiken user's e-mail address. */
  account: z.string(),
  /** True when Fiken has ended it, so that the person must connect again. */
  needsReauth: z.boolean(),
  authorizedAt: z.string(),
  /** The companies that use it, and stop when it is ended; by name, at least one. */
  companies: z.array(z.object({ id: z.string(), name: z.nullable(z.string()) })),
})
export type OwnGrant = z.infer<typeof grant>

export const listGrants = endpoint({
  method: 'GET',
  path: '/api/grants',
  access: 'user',
  act: 'self',
  shows: ['connections'],
  summary: 'Tilgangene brukeren har gitt til Fiken, og firmaene som bruker dem',
  answer: z.array(grant),
})

export const endGrant = endpoint({
  method: 'DELETE',
  path: '/api/grants/:id',
  access: 'user',
  act: 'self',
  changes: ['connections'],
  summary: 'Avslutt en tilgang til Fiken; firmaene som bruker den, må kobles til på nytt',
  params: z.object({ id }),
  answer: z.object({ message: z.string() }),
})
