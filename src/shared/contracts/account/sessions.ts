import * as z from 'zod/mini'
import { endpoint } from '../../contract.ts'

/** A session of the user. Null means that an older version did not record the value. */
export const ownSessionView = z.object({
  current: z.boolean(),
  startedAt: z.nullable(z.string()),
  /** The time of the last use, accurate to a few minutes. */
  usedAt: z.nullable(z.string()),
  device: z.nullable(z.string()),
  address: z.nullable(z.string()),
})
export type OwnSessionView = z.infer<typeof ownSessionView>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/sessions',
  access: 'user',
  act: 'self',
  summary: 'Hvor brukeren er logget inn',
  answer: z.array(ownSessionView),
})

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/sessions/end-others',
  access: 'user',
  act: 'self',
  changes: [],
  summary: 'Logg ut alle andre steder enn her',
  answer: z.object({ ended: z.int() }),
})
