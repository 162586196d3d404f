import type { PriceItem } from '#shared/contracts/products/price-sync'
import { MOST_ITEMS } from '#shared/contracts/tasks'
import type { ItemOutcome } from '../../tasks/kind.ts'
import { idOfPlanned, subjectOfPlanned } from '../planned/subject.ts'
import type { PriceChange, PriceLeft, PricePlan, WhyNot } from './plan-prices.ts'

/** Why a price is left alone, as it is shown and exported. */
export const WHY_NOT: Record<WhyNot, string> = {
  unknown:
    'Det er ikke kjent hvilken pris som er nyest: prisene har aldri vært like, eller begge er endret. Sett riktig pris selv.',
  missing: 'Prisen mangler eller er 0 i et av systemene, og overskriver ikke en pris.',
  large_change: 'Endringen er på mer enn 50 %, og skrives ikke uten at du ser på den.',
}

/** A change as a dry run shows it. */
export const shownChange = ({ pair, to, before, after }: PriceChange): PriceItem => ({
  ...named(pair),
  ...{ to, before, after },
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

/** What one task of a run takes. */
export interface RunPart {
  items: { subject: string; title: string }[]
  /** Left alone too, and not among the items of any part. */
  unlisted: number
}

const LEFT = 'left:'

/**
 * A run as the tasks it takes: all changes, and what is left alone as far as the last of them has
 * room, so that a run never grows by what it does not do.
 */
export function partsOf({ changes, leftAlone }: PricePlan): RunPart[] {
  const titleOf = ({ pair }: Pick<PriceLeft, 'pair'>) => `${pair.name} (${pair.fikenProductNumber})`
  const items = changes.map((change) => ({
    subject: subjectOfPlanned(change),
    title: titleOf(change),
  }))
  const parts = Math.max(1, Math.ceil(items.length / MOST_ITEMS))
  const listed = leftAlone.slice(0, parts * MOST_ITEMS - items.length)
  for (const left of listed) {
    const { fikenProductId, servicem8Uuid } = left.pair
    const id = idOfPlanned({ what: 'price', fikenProductId, servicem8Uuid })
    items.push({ subject: `${LEFT}${left.why}:${id}`, title: titleOf(left) })
  }
  if (items.length === 0) return []
  return Array.from({ length: parts }, (_, part) => ({
    items: items.slice(part * MOST_ITEMS, (part + 1) * MOST_ITEMS),
    unlisted: part === parts - 1 ? leftAlone.length - listed.length : 0,
  }))
}

/** The outcome of an item that is only listed; null of one that is to be written. */
export function outcomeOfLeft(subject: string): ItemOutcome | null {
  if (!subject.startsWith(LEFT)) return null
  const code = subject.split(':')[1] ?? ''
  const why = code in WHY_NOT ? (code as WhyNot) : 'unknown'
  return { status: 'left_alone', message: WHY_NOT[why], code: why }
}
