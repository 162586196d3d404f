import { ATTACHMENTS } from './fiken/attachments.ts'
import { CONTACTS } from './fiken/contacts.ts'
import { DRAFTS } from './fiken/drafts.ts'
import { ISSUING } from './fiken/issuing.ts'
import { LISTS } from './fiken/lists.ts'
import { MONEY } from './fiken/money.ts'
import { PRODUCTS } from './fiken/products.ts'
import { grantPoints } from './grants.ts'
import { LIMITS } from './limits.ts'
import type { Point } from './point.ts'
import { FILTERS } from './servicem8/filters.ts'
import { JOBS } from './servicem8/jobs.ts'
import { RECORDS } from './servicem8/records.ts'
import { WEBHOOKS } from './servicem8/webhooks.ts'

export const POINTS: readonly Point[] = [
  ...DRAFTS,
  ...MONEY,
  ...LISTS,
  ...CONTACTS,
  ...PRODUCTS,
  ...ATTACHMENTS,
  ...ISSUING,
  ...RECORDS,
  ...JOBS,
  ...FILTERS,
  ...WEBHOOKS,
  ...LIMITS,
  ...grantPoints('fiken'),
  ...grantPoints('servicem8'),
]

export const vendorOf = ({ id }: Pick<Point, 'id'>) =>
  id.startsWith('fiken.') ? 'fiken' : 'servicem8'
