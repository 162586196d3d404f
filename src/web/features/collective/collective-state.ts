import type { CollectiveTime } from '#shared/collective'
import type { CollectiveChoiceShown, CollectiveForecast } from '#shared/contracts/collective'
import { collectiveDay } from '#shared/collective-day'
import { formatShortKroner } from '#shared/money'
import { text } from './text.ts'

/**
 * Returns true for a day that February may lack (29 or 30), where its last day is used. The 31st
 * stands for each month's last day.
 */
export const isLateInMonth = (day: number): boolean => day === 29 || day === 30

/** Returns howOften() with the day used in February where it differs. */
export function howOftenExactly(time: CollectiveTime): string {
  const isLate = time.every === 'month' && isLateInMonth(time.day)
  return `${howOften(time)}${isLate ? ' (i februar: siste dag)' : ''}`
}

/** Returns e.g. "den 1. hver måned", to follow the word "Samlefaktura". */
export function howOften(time: CollectiveTime): string {
  switch (time.every) {
    case 'month':
      return text.everyMonth(time.day)
    case 'week':
      return `hver ${text.weekdays[time.weekday - 1] ?? ''}`
    case 'hand':
      return 'når du vil'
  }
}

/** Returns e.g. "3 jobber venter, til sammen 12 400 kr". */
export function waitingText({ jobs, amount }: Pick<CollectiveChoiceShown, 'jobs' | 'amount'>) {
  return jobs === 0 ? 'ingen jobber venter' : text.waiting(jobs, formatShortKroner(amount))
}

/**
 * Returns what "Lag samlefaktura nå" will make, in words. `ofOne` leaves the number of customers
 * out.
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
  return `${what}, ${sum}, blir ${text.made[mode](drafts)} i Fiken.`
}

export interface WaitingForSets {
  headline: string
  why: string
  /** Number of the same customers' jobs that are left out of the drafts. */
  outside: number
}

/**
 * Returns all waiting jobs in one sentence; null when none wait.
 *
 * @param uninvoiced number of all jobs that are not invoiced, when it is shown above: the
 * waiting jobs are among them, so their sum must not read as another
 */
export function waitingForSets(
  choices: readonly CollectiveChoiceShown[],
  how: Parameters<typeof collectiveDay>[1] & { uninvoiced: number | null },
): WaitingForSets | null {
  const some = choices.filter(({ jobs }) => jobs > 0)
  if (some.length === 0) return null
  const jobs = sumOf(some, 'jobs')
  const outside = sumOf(some, 'outside')
  const [next] = some.flatMap(({ nextOn }) => nextOn ?? []).toSorted()
  const when = next ? text.next(collectiveDay(next, how)) : text.noNext
  return {
    headline: headlineOf(jobs, sumOf(some, 'amount'), how.uninvoiced),
    why: outside > 0 ? `${when} ${outside} av kundenes jobber blir ikke med.` : when,
    outside,
  }
}

const sumOf = (choices: readonly CollectiveChoiceShown[], what: 'jobs' | 'amount' | 'outside') =>
  choices.reduce((sum, choice) => sum + choice[what], 0)

/**
 * Returns the headline. The two numbers are read one after the other, so a job that has just begun
 * to wait may be missing in one.
 */
function headlineOf(jobs: number, amount: number, uninvoiced: number | null): string {
  if (jobs === uninvoiced) return text.dashboardAll(jobs)
  const isPart = uninvoiced !== null && jobs < uninvoiced
  return (isPart ? text.dashboardPart : text.dashboard)(jobs, formatShortKroner(amount))
}
