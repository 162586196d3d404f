import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'
import { id } from '../fields.ts'
import { transferFilter } from './transfers.ts'

/** What is done with many transfers at once. */

/** As many as one call takes; a screen goes on with the rest. */
export const MANY = 200

export const MANY_ACTS = ['retry', 'skip'] as const
export type ManyAct = (typeof MANY_ACTS)[number]

export const actOnMany = endpoint({
  method: 'POST',
  path: '/api/transfers/many',
  access: 'user',
  summary: 'Prøv igjen, eller hopp over, mange på en gang. Det som står i kø, kjører eller er fullført, blir latt i fred.',
  body: z.object({
    act: z.enum(MANY_ACTS, 'Velg hva som skal gjøres'),
    /** These, or all that failed by one cause. */
    ids: z.optional(z.array(id).check(z.minLength(1, 'Velg minst én'), z.maxLength(MANY, `Velg høyst ${MANY} om gangen`))),
    cause: z.optional(z.string().check(z.maxLength(60))),
  }),
  answer: z.object({
    message: z.string(),
    /** How many were started or skipped, and how many of the cause are still to be taken. */
    done: z.int(),
    remaining: z.int(),
    results: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        ok: z.boolean(),
        message: z.string(),
        /** Why it was left alone, where the answer for one alone has a code: `already_paid`, `not_approved` … */
        code: z.optional(z.string()),
      }),
    ),
  }),
})
export type ManyAnswer = z.infer<typeof actOnMany.answer>

export const readCauses = endpoint({
  method: 'GET',
  path: '/api/transfers/causes',
  access: 'user',
  summary: 'Hvorfor overføringer står stille, og hvor mange av hver årsak',
  answer: z.array(z.object({ code: z.string(), count: z.int(), failed: z.int() })),
})

export const exportTransfers = endpoint({
  method: 'GET',
  path: '/api/transfers/export',
  access: 'user',
  summary: 'Overføringene som CSV for norsk Excel, nyeste først',
  query: z.object(transferFilter),
  answer: z.string(),
})
