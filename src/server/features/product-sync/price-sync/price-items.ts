import type { PriceItem } from '#shared/contracts/products/price-sync'
import { MOST_ITEMS } from '#shared/contracts/tasks'
import { formatKroner } from '#shared/money'
import { idOfPlanned, plannedInItem, subjectOfPlanned, type Planned } from '#shared/planned-write'
import type { ItemOutcome } from '../../tasks/kind.ts'
import type { PriceChange, PriceLeft, PricePlan, WhyNot } from './plan-prices.ts'

export const WHY_NOT: Record<WhyNot, string> = {
  unknown:
    'Det er ikke kjent hvilken pris som er nyest: prisene har aldri vært like, eller begge er endret. Sett riktig pris selv.',
  missing: 'Prisen mangler eller er 0 i et av systemene, og overskriver ikke en pris.',
  large_change: 'Endringen er på mer enn 50 %, og skrives ikke uten at du ser på den.',
}

export const shownChange = ({ pair, to, before, after }: PriceChange): PriceItem => ({
  ...named(pair),
  to,
  before,
  after,
  why: null,
})

export const shownLeft = ({ pair, why, change }: PriceLeft): PriceItem => ({
  ...named(pair),
  to: change?.to ?? null,
  before: change?.before ?? null,
  after: change?.after ?? null,
  why: WHY_NOT[why],
})

const named = ({
  fikenProductId,
  servicem8Uuid,
  name,
  fikenProductNumber: number,
}: PriceChange['pair']) => ({ fikenProductId, servicem8Uuid, name, number })

export interface RunItems {
  items: { subject: string; title: string }[]
  unlisted: number
}

const LEFT = 'left:'

/**
 * Returns all changes, and the prices left unchanged up to an ordinary task's maximum. That maximum
 * does not depend on the number of changes, because prices left to the user must be listed even on
 * a day when all prices rise.
 */
export function itemsOf({ changes, leftAlone }: PricePlan): RunItems {
  const titleOf = ({ pair }: Pick<PriceLeft, 'pair'>) => `${pair.name} (${pair.fikenProductNumber})`
  const items = changes.map((change) => ({
    subject: subjectOfPlanned(change),
    title: titleOf(change),
  }))
  const listed = leftAlone.slice(0, MOST_ITEMS)
  for (const left of listed) {
    const { fikenProductId, servicem8Uuid } = left.pair
    const what = left.change
      ? subjectOfPlanned(left.change)
      : idOfPlanned({ what: 'price', fikenProductId, servicem8Uuid })
    items.push({ subject: `${LEFT}${left.why}:${what}`, title: titleOf(left) })
  }
  return { items, unlisted: leftAlone.length - listed.length }
}

/** Returns the outcome of an item that is only listed; null for an item to be written. */
export function outcomeOfLeft(subject: string): ItemOutcome | null {
  if (!subject.startsWith(LEFT)) return null
  const code = subject.split(':')[1] ?? ''
  const why = code in WHY_NOT ? (code as WhyNot) : 'unknown'
  const planned = why === 'large_change' ? plannedInItem(subject) : null
  const message = planned ? largeChange(planned) : WHY_NOT[why]
  return { status: 'left_alone', message, code: why }
}

function largeChange({ to, before, after }: Planned): string {
  const from = before === null ? '' : `fra ${formatKroner(before)} `
  const system = to === 'fiken' ? 'Fiken' : 'ServiceM8'
  return `Endringen ${from}til ${formatKroner(after)} i ${system} er på mer enn 50 %, og skrives ikke uten at du ser på den.`
}
