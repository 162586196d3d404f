import type { Vendor } from '#shared/contracts/connections'
import type { Listed } from './items-state.ts'

export type Asked =
  | { act: 'price'; to: Vendor; id: string }
  | { act: 'account' | 'remove' | 'link' | 'history'; id: string }
  | { act: 'inventory'; id: string; on: boolean }

export const otherThan = (system: Vendor): Vendor => (system === 'fiken' ? 'servicem8' : 'fiken')

/** Returns the product's id in Fiken; null when the product is not in Fiken. */
export function productIdOf({ item }: Listed): number | null {
  if (item.kind === 'matched') return item.pair.fikenProductId
  if (item.kind === 'fiken_only') return item.product.productId
  return item.kind === 'duplicate' ? (item.product.productId ?? null) : null
}

/** Returns the item's uuid in ServiceM8; null when the item is not in ServiceM8. */
export function uuidOf({ item }: Listed): string | null {
  if (item.kind === 'matched') return item.pair.servicem8Uuid
  if (item.kind === 'servicem8_only') return item.material.uuid
  return item.kind === 'duplicate' ? (item.product.uuid ?? null) : null
}

/** Returns true if Fiken tracks the product's stock; null when tracking is not available. */
export function isTracked({ item }: Listed): boolean | null {
  if (item.kind === 'matched') return item.pair.inventoryTracked
  return item.kind === 'fiken_only' ? item.product.stock !== null : null
}
