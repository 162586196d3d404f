import type { Uninvoiced } from '#shared/contracts/overview'
import { dateOf, daysBetween, today } from '#shared/dates'
import { jobCount, kronerOf, leftOutOf } from '#shared/needs/job-sum'
import type { SystemStatus } from './dashboard-state.ts'
import { text } from './text.ts'

const words = text.uninvoiced

export const UNAPPROVED_ID = 'ikke-godkjent'

export interface UninvoicedSum {
  headline: string
  why: string
  link: { label: string; href: string } | null
}

/**
 * Returns the message about uninvoiced jobs; null when there are none. The message never says that
 * everything is invoiced, because only Fiken knows which drafts have been invoiced.
 */
export function uninvoicedOf(
  sum: Uninvoiced,
  system: Pick<SystemStatus, 'isActive' | 'jobFetchType' | 'servicem8Status'> | undefined,
  now: Date,
): UninvoicedSum | null {
  const { count, oldestAt, unapproved } = sum
  if (count === 0) return null
  const said = [jobCount(count), kronerOf(sum)].filter(Boolean)
  const whys = [words.why(count)]
  if (oldestAt) whys.unshift(words.oldest(daysBetween(dateOf(oldestAt), today(now)), count))
  const leftOut = leftOutOf(sum)
  if (leftOut) whys.push(leftOut)
  // While ServiceM8 is disconnected, it is unknown which jobs are waiting for approval.
  const unasked =
    system?.isActive &&
    system.jobFetchType === 'awaiting_payment' &&
    system.servicem8Status === 'disconnected'
  if (unasked) whys.push(words.unasked)
  const link =
    unapproved > 0 ? { label: words.unapproved(unapproved), href: `#${UNAPPROVED_ID}` } : null
  return { headline: words.headline(said.join(', ')), why: whys.join(' '), link }
}
