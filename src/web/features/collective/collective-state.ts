import type { CollectiveTime } from '#shared/collective'
import type { CollectiveChoiceShown, CollectiveForecast } from '#shared/contracts/collective'
import { collectiveDay } from '#shared/collective-day'
import { formatShortKroner } from '#shared/money'
import { text } from './text.ts'

/**
 * Returns true for the 29th and 30th, for which February's last day is used. The 31st means the
 * last day of every month.
 */
export const isLateInMonth = (day: number): boolean => day === 29 || day === 30

/** Returns the text of howOften(), plus the day used in February if it differs. */
export function howOftenExactly(time: CollectiveTime): string {
  const isLate = time.every === 'month' && isLateInMonth(time.day)
  return `${howOften(time)}${isLate ? ' (i februar: siste dag)' : ''}`
}

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

/** Returns a text such as "3 jobber venter, til sammen 12 400 kr". */
export function waitingText({ jobs, amount }: Pick<CollectiveChoiceShown, 'jobs' | 'amount'>) {
  return jobs === 0 ? 'ingen jobber venter' : text.waiting(jobs, formatShortKroner(amount))
}

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
  /** The number of jobs of the same customers that are left out of the drafts. */
  outside: number
}

/**
 * Returns the texts about jobs that wait for collective drafts; null if there are none.
 * @param uninvoiced number of all uninvoiced jobs when the page shows that number; the waiting jobs
 * are part of it, and the text must say so
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
 * Returns the headline. The counts come from separate reads, so a job that has just started to wait
 * can be in only one of them.
 */
function headlineOf(jobs: number, amount: number, uninvoiced: number | null): string {
  if (jobs === uninvoiced) return text.dashboardAll(jobs)
  const isPart = uninvoiced !== null && jobs < uninvoiced
  return (isPart ? text.dashboardPart : text.dashboard)(jobs, formatShortKroner(amount))
}
