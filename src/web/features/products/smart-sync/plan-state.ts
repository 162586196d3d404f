import type { AnswerOf } from '#shared/contract'
import type { MatchedProduct } from '#shared/contracts/products/comparison'
import type { PlannedWrite, readSmartSync } from '#shared/contracts/products/tasks'

/** What of Smart Sync's plan is to be done, as pure rules. */

/** As the call names what is left out. */
export const idOf = ({
  what,
  fikenProductId,
  servicem8Uuid,
}: Pick<PlannedWrite, 'what' | 'fikenProductId' | 'servicem8Uuid'>): string =>
  `${what}:${fikenProductId}:${servicem8Uuid}`

/** By the system that is written. */
export const perSystem = (writes: readonly PlannedWrite[]) =>
  (['fiken', 'servicem8'] as const)
    .map((to) => ({ to, writes: writes.filter((write) => write.to === to) }))
    .filter((group) => group.writes.length > 0)

export type Plan = AnswerOf<typeof readSmartSync>
export type PairOfPlan = Pick<MatchedProduct, 'fikenProductId' | 'servicem8Uuid' | 'name'>

/** What the plan says of one pair; of all of them without one. */
export function planFor({ writes, leftAlone }: Plan, pair: PairOfPlan | null): Plan {
  const concerns = (one: Pick<PlannedWrite, 'fikenProductId' | 'servicem8Uuid'>) =>
    pair === null ||
    (one.fikenProductId === pair.fikenProductId && one.servicem8Uuid === pair.servicem8Uuid)
  return { writes: writes.filter(concerns), leftAlone: leftAlone.filter(concerns) }
}

/**
 * What of a plan is wanted, as the call takes it. Of all pairs only what is left out is named, so
 * that nothing is lost that came into the plan meanwhile; of one pair, nothing else is touched.
 */
export const wantedOf = (
  { writes }: Plan,
  pair: PairOfPlan | null,
  out: ReadonlySet<string>,
): { leaveOut: string[] } | { only: string[] } =>
  pair === null ? { leaveOut: [...out] } : { only: writes.map(idOf).filter((id) => !out.has(id)) }
