import * as z from 'zod/mini'
import type { CauseCode } from '../../causes/index.ts'
import { endpoint } from '../../contract.ts'
import { day, limit, storedCode } from '../../fields.ts'
import { NEEDS } from '../../needs/need.ts'
import { PAYMENT_STATUSES } from '../../payment-status.ts'
import { PENDING_REASONS } from '../../transfer-status.ts'
import { transfer } from './row.ts'

export const TRANSFER_SORTS = [
  'newest',
  'oldest',
  'job_newest',
  'job_oldest',
  'largest',
  'smallest',
] as const
export type TransferSort = (typeof TRANSFER_SORTS)[number]

export const transferFilter = {
  status: z.optional(z.string().check(z.maxLength(100))),
  q: z.optional(z.string().check(z.maxLength(200))),
  from: z.optional(day()),
  to: z.optional(day()),
  /** The dates that `from` and `to` refer to: the transfer's creation or the job's completion. */
  dates: z.optional(z.enum(['created', 'job'])),
  skipped: z.optional(z.enum(['0', '1'])),
  cause: z.optional(storedCode<CauseCode>(z.maxLength(60))),
  reason: z.optional(z.enum(PENDING_REASONS, 'Ugyldig grunn')),
  need: z.optional(z.enum(NEEDS, 'Ugyldig valg')),
  payment: z.optional(z.enum(PAYMENT_STATUSES, 'Ugyldig betalingsstatus')),
}

/**
 * The highest count of a search; X-Total-Count is one higher if there are more hits. See also
 * MOST_COUNTED.
 */
export const MOST_FOUND = 1_000

export const listTransfers = endpoint({
  method: 'GET',
  path: '/api/transfers',
  access: 'user',
  act: 'read',
  shows: ['transfers'],
  summary:
    'Overføringer, nyeste først. Hodene X-Total-Count (høyst 10 001, ved søk 1001) og X-Next-Cursor følger med.',
  query: z.object({
    limit: limit(500, 200),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    /** The page's number, for any order; `cursor` is for reading all pages, newest first. */
    page: z.optional(
      z.coerce
        .number('Ugyldig side')
        .check(
          z.int('Ugyldig side'),
          z.minimum(1, 'Ugyldig side'),
          z.maximum(100_000, 'Ugyldig side'),
        ),
    ),
    sort: z.optional(z.enum(TRANSFER_SORTS, 'Ugyldig sortering')),
    ...transferFilter,
  }),
  answer: z.array(transfer),
})

export const exportTransfers = endpoint({
  method: 'GET',
  path: '/api/transfers/export',
  access: 'user',
  act: 'read',
  summary: 'Overføringene som CSV for norsk Excel, nyeste først',
  query: z.object(transferFilter),
  answer: z.string(),
})

export const readCauses = endpoint({
  method: 'GET',
  path: '/api/transfers/causes',
  access: 'user',
  act: 'read',
  shows: ['transfers'],
  summary: 'Hvorfor overføringer står stille, og hvor mange av hver årsak',
  answer: z.array(z.object({ code: storedCode<CauseCode>(), count: z.int(), failed: z.int() })),
})
