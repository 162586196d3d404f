import type { Listed } from './items-state.ts'

export type System = 'fiken' | 'servicem8'

/** What a row has asked for that a dialog answers. The row is found by its id, as it is by then. */
export type Asked =
  | { act: 'price'; to: System; id: string }
  | { act: 'account' | 'remove' | 'link' | 'history'; id: string }
  | { act: 'inventory'; id: string; on: boolean }

export const otherThan = (system: System): System => (system === 'fiken' ? 'servicem8' : 'fiken')

/** Fiken's id of a row; null where Fiken does not have it. */
export function productIdOf({ item }: Listed): number | null {
  if (item.kind === 'matched') return item.pair.fikenProductId
  if (item.kind === 'fiken_only') return item.product.productId
  return item.kind === 'duplicate' ? (item.product.productId ?? null) : null
}

/** ServiceM8's id of a row; null where ServiceM8 does not have it. */
export function uuidOf({ item }: Listed): string | null {
  if (item.kind === 'matched') return item.pair.servicem8Uuid
  if (item.kind === 'servicem8_only') return item.material.uuid
  return item.kind === 'duplicate' ? (item.product.uuid ?? null) : null
}

/** Does Fiken keep its stock? Null where that cannot be chosen. */
export function isTracked({ item }: Listed): boolean | null {
  if (item.kind === 'matched') return item.pair.inventoryTracked
  return item.kind === 'fiken_only' ? item.product.stock !== null : null
}
