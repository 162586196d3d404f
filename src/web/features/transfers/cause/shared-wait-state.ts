import type { Vendor } from '#shared/contracts/connections'
import type { Transfer } from '#shared/contracts/transfers/row'
import { explanationOf, type Explanation, type Places, type Step } from '../transfer-state.ts'

/**
 * What several rows of a list wait for in the very same words: shown once above them, and in a
 * short line on each.
 */
export interface SharedWait {
  key: string
  title: string
  why: string
  /** The steps that fix it for all of them at once. */
  steps: readonly Exclude<Step, { act: string }>[]
  count: number
}

/** Does it wait for a system of which the banner above every screen says that already? */
export function isSaidAbove(explanation: Explanation | null, said: readonly Vendor[]): boolean {
  return (
    explanation?.steps.some((step) => 'asks' in step && said.some((one) => one === step.asks)) ??
    false
  )
}

/** The waits of at least two rows, the commonest first. */
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

/** Says it in one line: nothing but its title, so a box would hold no more. */
function isOneLine({ tone, why, steps, nextAttemptAt }: Explanation): boolean {
  return tone === 'wait' && why === '' && steps.length === 0 && nextAttemptAt === undefined
}

/**
 * Is it shown in a short line on the row, because a box would add nothing, or because the list
 * shows the rest above it?
 */
export function isShort(explanation: Explanation | null, shownAbove: ReadonlySet<string>): boolean {
  if (!explanation) return false
  const key = waitKey(explanation)
  return isOneLine(explanation) || (key !== null && shownAbove.has(key))
}

/**
 * The same for rows that wait for the same; null for what needs its own words: failures, one's own
 * customer, one line.
 */
export function waitKey(explanation: Explanation | null): string | null {
  if (!explanation || explanation.tone !== 'wait' || isOneLine(explanation)) return null
  const { title, why, steps } = explanation
  if (steps.some((step) => 'act' in step && step.act !== 'retry')) return null
  return [title, why, ...steps.map(({ label }) => label)].join('\n')
}
