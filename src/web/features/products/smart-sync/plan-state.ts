import type { AnswerOf } from '#shared/contract'
import type { MatchedProduct } from '#shared/contracts/products/comparison'
import type { PlannedWrite, readSmartSync } from '#shared/contracts/products/tasks'
import { MOST_ITEMS } from '#shared/contracts/tasks'
import { idOfPlanned, subjectOfPlanned } from '#shared/planned-write'

export const perSystem = (writes: readonly PlannedWrite[]) =>
  (['fiken', 'servicem8'] as const)
    .map((to) => ({ to, writes: writes.filter((write) => write.to === to) }))
    .filter((group) => group.writes.length > 0)

export type Plan = AnswerOf<typeof readSmartSync>
export interface Shown extends Plan {
  later: number
}
export type PairOfPlan = Pick<MatchedProduct, 'fikenProductId' | 'servicem8Uuid' | 'name'>

/**
 * Returns the writes for a pair; a null `pair` means all pairs. Only writes that are shown are
 * performed, so the plan is cut to the maximum of one task; `later` is the number of the remaining
 * writes.
 */
export function planFor({ writes, leftAlone }: Plan, pair: PairOfPlan | null): Shown {
  const concerns = (one: Pick<PlannedWrite, 'fikenProductId' | 'servicem8Uuid'>) =>
    pair === null ||
    (one.fikenProductId === pair.fikenProductId && one.servicem8Uuid === pair.servicem8Uuid)
  const concerned = writes.filter(concerns)
  return {
    writes: concerned.slice(0, MOST_ITEMS),
    later: Math.max(0, concerned.length - MOST_ITEMS),
    leftAlone: leftAlone.filter(concerns),
  }
}

/** Returns the writes that the server shall perform: those shown and not left out. */
export const wantedOf = (
  { writes }: Pick<Plan, 'writes'>,
  out: ReadonlySet<string>,
): { only: string[] } => ({
  only: writes.filter((write) => !out.has(idOfPlanned(write))).map(subjectOfPlanned),
})
