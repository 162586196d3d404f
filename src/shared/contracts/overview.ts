import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'

/** The dashboard's own figures, beside the four counts of GET /api/stats. */

export const DAILY_DAYS = 30

export const dailyFigures = z.object({
  /** yyyy-mm-dd, Norwegian calendar. */
  date: z.string(),
  /** Jobs that were completed in ServiceM8 that day. */
  completed: z.int(),
  /** Of those jobs, how many have their draft or invoice in Fiken now. */
  invoiced: z.int(),
  /** Transfers that came to their end that day, whenever their jobs were completed. */
  transferred: z.int(),
})
export type DailyFigures = z.infer<typeof dailyFigures>

export const readDaily = endpoint({
  method: 'GET',
  path: '/api/stats/daily',
  access: 'user',
  summary: 'Fullførte jobber mot overførte, dag for dag de siste 30 dagene, eldste først',
  answer: z.array(dailyFigures),
})

export const readUnapproved = endpoint({
  method: 'GET',
  path: '/api/unapproved-jobs',
  access: 'user',
  summary: 'Fullførte jobber som ikke er godkjent i ServiceM8, når det er godkjente jobber som overføres (beslutning 2)',
  answer: z.object({
    /** null: not asked about (other trigger, switched off, not connected), or ServiceM8 did not answer. */
    count: z.nullable(z.int()),
    /** When ServiceM8 was asked; null when it was not. */
    checkedAt: z.nullable(z.string()),
  }),
})
