import type { CollectiveTime } from '#shared/collective'
import type { CollectiveChoiceShown } from '#shared/contracts/collective'
import { formatDayOfYear } from '#shared/dates'
import { formatShortKroner } from '#shared/money'
import { text } from './text.ts'

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

/** "3 jobber, 12 400 kr samlet" */
export function gatheredText({ jobs, amount }: Pick<CollectiveChoiceShown, 'jobs' | 'amount'>) {
  return jobs === 0 ? text.noneGathered : text.gathered(jobs, formatShortKroner(amount))
}

export interface Gathered {
  headline: string
  why: string
}

/** All that is gathered, in one sentence; null when nothing is. */
export function gatheredOf(choices: readonly CollectiveChoiceShown[]): Gathered | null {
  const some = choices.filter(({ jobs }) => jobs > 0)
  if (some.length === 0) return null
  const jobs = some.reduce((sum, one) => sum + one.jobs, 0)
  const amount = some.reduce((sum, one) => sum + one.amount, 0)
  const [next] = some.flatMap(({ nextOn }) => nextOn ?? []).toSorted()
  return {
    headline: text.dashboard(jobs, formatShortKroner(amount)),
    why: next ? text.next(formatDayOfYear(next)) : text.noNext,
  }
}
