import * as z from 'zod/mini'
import type { CauseCode } from '../../causes/index.ts'
import { endpoint, LIST_BODY } from '../../contract.ts'
import { id, storedCode } from '../../fields.ts'
import { MOST_ITEMS, task, TOO_MANY, type TaskName } from '../tasks.ts'

export const MANY_ACTS = ['retry', 'skip'] as const
export type ManyAct = (typeof MANY_ACTS)[number]

export const MANY_KINDS = {
  retry: 'retry_transfers',
  skip: 'skip_transfers',
} as const satisfies Record<ManyAct, TaskName>

export const actOnMany = endpoint({
  method: 'POST',
  path: '/api/transfers/many',
  access: 'user',
  act: 'transfers',
  bodyLimit: LIST_BODY,
  // The task itself publishes changes of its items.
  changes: ['tasks'],
  summary:
    'Prøv igjen, eller hopp over, mange på en gang. Svarer med oppgaven som gjør det (/api/tasks). Det som står i kø, kjører eller er fullført, blir ikke endret.',
  body: z.object({
    act: z.enum(MANY_ACTS, 'Velg hva som skal gjøres'),
    ids: z.optional(
      z.array(id).check(z.minLength(1, 'Velg minst én'), z.maxLength(MOST_ITEMS, TOO_MANY)),
    ),
    cause: z.optional(storedCode<CauseCode>(z.maxLength(60))),
  }),
  answer: z.object({
    message: z.string(),
    task,
    /**
     * The number of transfers with this cause beyond the limit of one task, to be started when the
     * task is done.
     */
    remaining: z.int(),
  }),
})
