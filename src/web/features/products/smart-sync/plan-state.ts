import type { PlannedWrite } from '#shared/contracts/products/tasks'

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
