import type { Uninvoiced } from '#shared/contracts/overview'
import { dateOf, daysBetween, today } from '#shared/dates'
import { formatShortKroner } from '#shared/money'
import type { SystemStatus } from './dashboard-state.ts'
import { text } from './text.ts'

const words = text.uninvoiced

export const UNAPPROVED_ID = 'ikke-godkjent'

export interface UninvoicedSum {
  headline: string
  why: string
  links: { label: string; href: string }[]
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
  const { count, withoutAmount, oldestAt, waiting, failed, unapproved } = sum
  if (count === 0) return null
  const said = [words.jobs(count)]
  if (withoutAmount < count) said.push(formatShortKroner(sum.ore))
  const whys = [words.why(count)]
  if (oldestAt) whys.unshift(words.oldest(daysBetween(dateOf(oldestAt), today(now)), count))
  if (withoutAmount > 0) whys.push(words.withoutAmount(withoutAmount, count))
  // While ServiceM8 is disconnected, it is unknown which jobs are waiting for approval.
  const unasked =
    system?.isActive &&
    system.jobFetchType === 'awaiting_payment' &&
    system.servicem8Status === 'disconnected'
  if (unasked) whys.push(words.unasked)
  const links: UninvoicedSum['links'] = []
  const add = (n: number, label: string, href: string) => {
    if (n > 0) links.push({ label, href })
  }
  add(unapproved, words.unapproved(unapproved), `#${UNAPPROVED_ID}`)
  add(waiting, words.waiting(waiting), '/transfers?status=pending%2Cqueued')
  add(failed, words.failed(failed), '/transfers?status=failed')
  return { headline: words.headline(said.join(', ')), why: whys.join(' '), links }
}
