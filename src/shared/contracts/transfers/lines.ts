import * as z from 'zod/mini'
import { endpoint } from '../../contract.ts'
import { id } from '../../fields.ts'
import { TRANSFER_TOPICS } from '../../live-topics.ts'

/** This file declares the actions on lines that the user leaves out or puts back (rule 10). */

const byLine = z.object({
  id,
  lineIndex: z.coerce
    .number('Ugyldig linje')
    .check(z.int('Ugyldig linje'), z.minimum(0, 'Ugyldig linje'), z.maximum(9999, 'Ugyldig linje')),
})

export const deleteLineItem = endpoint({
  method: 'DELETE',
  path: '/api/transfers/:id/line-items/:lineIndex',
  access: 'user',
  act: 'transfers',
  changes: TRANSFER_TOPICS,
  summary: 'La en varelinje utgå',
  params: byLine,
  /** The line's uuid when the screen loaded it, because the lines might have moved since. */
  query: z.object({ uuid: z.optional(z.string().check(z.maxLength(60))) }),
  answer: z.object({ success: z.boolean(), message: z.string() }),
})

export const restoreLineItem = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/line-items/:lineIndex/restore',
  access: 'user',
  act: 'transfers',
  changes: TRANSFER_TOPICS,
  summary: 'Ta med en varelinje igjen',
  params: byLine,
  answer: z.object({ success: z.boolean(), message: z.string() }),
})
