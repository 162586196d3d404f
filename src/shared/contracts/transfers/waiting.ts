import * as z from 'zod/mini'
import { endpoint } from '../../contract.ts'
import { jobSum } from '../../fields.ts'
import { TRANSFER_TOPICS } from '../../live-topics.ts'

/** The transfers that arrived while the integration was off and wait for a decision (rule 3). */
export const readWaiting = endpoint({
  method: 'GET',
  path: '/api/transfers/waiting',
  access: 'user',
  act: 'read',
  shows: ['transfers'],
  summary: 'Hva som venter på en avgjørelse etter at integrasjonen ble slått på',
  answer: z.extend(jobSum, {
    /** ServiceM8's uuids of the tax rates on the jobs' lines. */
    rates: z.array(z.string()),
  }),
})

export const decideWaiting = endpoint({
  method: 'POST',
  path: '/api/transfers/waiting',
  access: 'user',
  act: 'transfers',
  changes: TRANSFER_TOPICS,
  summary: 'Overfør eller hopp over det som ventet mens integrasjonen var av, eller angre hoppet',
  body: z.union(
    [
      z.object({ decision: z.enum(['transfer', 'skip']) }),
      z.object({ decision: z.literal('restore'), skippedAt: z.iso.datetime() }),
    ],
    'Velg overfør eller hopp over',
  ),
  answer: z.object({
    count: z.int(),
    message: z.string(),
    /** Given back to restore exactly the jobs that were skipped; null unless jobs were skipped. */
    skippedAt: z.nullable(z.string()),
  }),
})

/** What "Slett alle ventende" would delete now. */
export const readAllPending = endpoint({
  method: 'GET',
  path: '/api/transfers/delete-all-pending',
  access: 'user',
  act: 'read',
  shows: ['transfers'],
  summary: 'Hvor mange jobber «Slett alle ventende» sletter, og beløpet',
  answer: jobSum,
})

export const deleteAllPending = endpoint({
  method: 'DELETE',
  path: '/api/transfers/delete-all-pending',
  access: 'user',
  act: 'transfers',
  changes: TRANSFER_TOPICS,
  summary: 'Slett alle ventende',
  answer: z.object({ deletedCount: z.int(), message: z.string() }),
})
