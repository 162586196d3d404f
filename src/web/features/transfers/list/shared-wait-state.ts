import type { Vendor } from '#shared/contracts/connections'
import type { Transfer } from '#shared/contracts/transfers/row'
import { explanationOf, type Explanation, type Places, type Step } from '../transfer-state.ts'

/** A wait shared by several rows: shown once above the list, and as a short line on each row. */
export interface SharedWait {
  key: string
  title: string
  why: string
  /** The steps that end the wait for all rows at once. */
  steps: readonly Exclude<Step, { act: string }>[]
  count: number
}

/** Returns true if the row waits for a system that the banner above the screen already names. */
export function isSaidAbove(explanation: Explanation | null, said: readonly Vendor[]): boolean {
  return (
    explanation?.steps.some((step) => 'asks' in step && said.some((one) => one === step.asks)) ??
    false
  )
}

export function sharedWaits(rows: readonly Transfer[], places: Places): SharedWait[] {
  const waits = new Map<string, SharedWait>()
  for (const row of rows) {
    const explanation = explanationOf(row, places)
    const key = waitKey(explanation)
    if (!explanation || key === null) continue
    const known = waits.get(key)
    if (known) known.count += 1
    else {
      const steps = explanation.steps.flatMap((step) => ('act' in step ? [] : [step]))
      waits.set(key, { key, title: explanation.title, why: explanation.why, steps, count: 1 })
    }
  }
  return [...waits.values()].filter(({ count }) => count > 1).sort((a, b) => b.count - a.count)
}

/** Returns true if the explanation is only a title, so that no box is needed. */
function isOneLine({ tone, why, steps, nextAttemptAt }: Explanation): boolean {
  return tone === 'wait' && why === '' && steps.length === 0 && nextAttemptAt === undefined
}

/** Returns true if the row needs no further explanation, because the list explains it above. */
export function isShort(explanation: Explanation | null, shownAbove: ReadonlySet<string>): boolean {
  if (!explanation) return false
  const key = waitKey(explanation)
  return isOneLine(explanation) || (key !== null && shownAbove.has(key))
}

/**
 * Returns the key that rows with the same wait share; null for rows that need their own
 * explanation: failures, a choice of customer, and titles without further text.
 */
export function waitKey(explanation: Explanation | null): string | null {
  if (!explanation || explanation.tone !== 'wait' || isOneLine(explanation)) return null
  const { title, why, steps } = explanation
  if (steps.some((step) => 'act' in step && step.act !== 'retry')) return null
  return [title, why, ...steps.map(({ label }) => label)].join('\n')
}
