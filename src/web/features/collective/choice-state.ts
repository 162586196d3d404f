import { nextCollectiveDay, type CollectiveTime } from '#shared/collective'
import { collectiveDay } from '#shared/collective-day'
import type { CollectiveChoiceShown } from '#shared/contracts/collective'
import { text } from './text.ts'

export interface Draft {
  every: 'off' | CollectiveTime['every']
  day: number
  weekday: number
  byPurchaseOrder: boolean
}

const FIRST: Draft = { every: 'off', day: 1, weekday: 1, byPurchaseOrder: false }

export function draftOf(choice: CollectiveChoiceShown | null): Draft {
  if (!choice) return FIRST
  const { time, byPurchaseOrder } = choice
  return {
    ...FIRST,
    byPurchaseOrder,
    every: time.every,
    ...(time.every === 'month' ? { day: time.day } : {}),
    ...(time.every === 'week' ? { weekday: time.weekday } : {}),
  }
}

/** Returns the time of a choice; null when collective drafts are off. */
export function timeOf({ every, day, weekday }: Draft): CollectiveTime | null {
  switch (every) {
    case 'off':
      return null
    case 'month':
      return { every, day }
    case 'week':
      return { every, weekday }
    case 'hand':
      return { every }
  }
}

export function isSame(draft: Draft, choice: CollectiveChoiceShown | null): boolean {
  const time = timeOf(draft)
  if (!time || !choice) return time === choice
  return (
    draft.byPurchaseOrder === choice.byPurchaseOrder &&
    JSON.stringify(time) === JSON.stringify(timeOf(draftOf(choice)))
  )
}

/**
 * Returns the text about what follows from a choice. `today` is yyyy-mm-dd in Norway; `isActive` is
 * true when the integration is on.
 */
export function followsOf(
  draft: Draft,
  {
    choice,
    today,
    isActive,
  }: { choice: CollectiveChoiceShown | null; today: string; isActive: boolean },
): string {
  const { follows } = text
  const jobs = choice?.jobs ?? 0
  const time = timeOf(draft)
  if (!time) return jobs > 0 ? follows.released(jobs) : follows.off
  // Keeps a due day whose draft has not been created, unless the schedule changes.
  const next = isSame(draft, choice) ? choice?.nextOn : nextCollectiveDay(time, today)
  return [
    choice ? follows.goesOn : follows.begins,
    next ? text.next(collectiveDay(next, { today, isActive })) : text.noNext,
    jobs > 0 && follows.waiting(jobs),
  ]
    .filter(Boolean)
    .join(' ')
}
