import * as z from 'zod/mini'
import { ROLES } from '../access/roles.ts'
import { endpoint } from '../contract.ts'
import { jobSum } from '../fields.ts'
import { VENDORS } from './connections.ts'

/** This file declares the endpoint of "Mine firma", all companies of one person. */

const ownCompanyRow = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  role: z.enum(ROLES),
  /** The jobs that need somebody, as on the company's dashboard; null if there are none. */
  needs: z.nullable(jobSum),
  /** The jobs that are not invoiced, as on the company's dashboard. */
  uninvoiced: z.extend(jobSum, { oldestAt: z.nullable(z.string()) }),
  /** Null if no month is marked as reconciled. */
  reconciled: z.nullable(
    z.object({
      /** The last month that is marked (yyyy-mm). */
      last: z.string(),
      /** The marked months whose figures have changed since. */
      changed: z.array(z.string()),
    }),
  ),
  /** The vendors that must be connected again before the company's jobs continue. */
  ended: z.array(z.enum(VENDORS)),
  /** False while the integration has never been on. */
  everActive: z.boolean(),
})
export type OwnCompanyRow = z.infer<typeof ownCompanyRow>

export const readOwnCompanies = endpoint({
  method: 'GET',
  path: '/api/own-companies',
  access: 'user',
  act: 'self',
  shows: ['stats', 'transfers', 'status', 'reconciliation'],
  summary:
    'Firmaene du er med i: hva som trenger noen, hva som ikke er fakturert, og hva som er avstemt',
  answer: z.array(ownCompanyRow),
})
