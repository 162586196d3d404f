import type { CollectiveTime } from '#shared/collective'
import type { CollectiveChoiceShown, CollectiveForecast } from '#shared/contracts/collective'
import { collectiveDay } from '#shared/collective-day'
import { formatShortKroner } from '#shared/money'
import { text } from './text.ts'

/** A day that February has not, or not always: its last day is taken. The 31st is each month's last. */
export const isLateInMonth = (day: number): boolean => day === 29 || day === 30

/** As howOften(), and what that is in February. */
export function howOftenExactly(time: CollectiveTime): string {
  const isLate = time.every === 'month' && isLateInMonth(time.day)
  return `${howOften(time)}${isLate ? text.inFebruary : ''}`
}

/** "den 1. hver måned", after "Samlefaktura". */
export function howOften(time: CollectiveTime): string {
  switch (time.every) {
    case 'month':
      return text.everyMonth(time.day)
    case 'week':
      return text.everyWeek(text.weekdays[time.weekday - 1] ?? '')
    case 'hand':
      return text.byHand
  }
}

/** "3 jobber venter, til sammen 12 400 kr" */
export function gatheredText({ jobs, amount }: Pick<CollectiveChoiceShown, 'jobs' | 'amount'>) {
  return jobs === 0 ? text.noneGathered : text.gathered(jobs, formatShortKroner(amount))
}

/**
 * What "Lag samlefaktura nå" makes, before it does. `ofOne`: it has been said for which customer.
 */
export function becomesText(
  {
    customers,
    jobs,
    drafts,
    mode,
    amount,
  }: Omit<CollectiveForecast, 'ids' | 'leftOut' | 'outside'>,
  { ofOne }: { ofOne: boolean },
): string {
  const what = ofOne ? text.jobs(jobs) : text.jobsOf(jobs, customers)
  const sum = text.total(jobs, formatShortKroner(amount))
  return text.becomes(what, sum, text.made[mode](drafts))
}

export interface Gathered {
  headline: string
  why: string
  /** How many jobs of those customers the drafts would be made without. */
  outside: number
}

/**
 * All that is gathered, in one sentence; null when nothing is.
 *
 * @param uninvoiced how many jobs are not invoiced in all, where that is said above it: the gathered ones
 *   are among them, and their sum is not another
 */
export function gatheredOf(
  choices: readonly CollectiveChoiceShown[],
  how: Parameters<typeof collectiveDay>[1] & { uninvoiced: number | null },
): Gathered | null {
  const some = choices.filter(({ jobs }) => jobs > 0)
  if (some.length === 0) return null
  const jobs = sumOf(some, 'jobs')
  const outside = sumOf(some, 'outside')
  const [next] = some.flatMap(({ nextOn }) => nextOn ?? []).toSorted()
  const when = next ? text.next(collectiveDay(next, how)) : text.noNext
  return {
    headline: headlineOf(jobs, sumOf(some, 'amount'), how.uninvoiced),
    why: outside > 0 ? `${when} ${text.dashboardOutside(outside)}` : when,
    outside,
  }
}

const sumOf = (choices: readonly CollectiveChoiceShown[], what: 'jobs' | 'amount' | 'outside') =>
  choices.reduce((sum, choice) => sum + choice[what], 0)

/** The two are counted one after the other: what has just begun to wait may be missing in the other. */
function headlineOf(jobs: number, amount: number, uninvoiced: number | null): string {
  if (jobs === uninvoiced) return text.dashboardAll(jobs)
  const isPart = uninvoiced !== null && jobs < uninvoiced
  return (isPart ? text.dashboardPart : text.dashboard)(jobs, formatShortKroner(amount))
}
