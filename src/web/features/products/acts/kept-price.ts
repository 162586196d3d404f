import type { Vendor } from '#shared/contracts/connections'
import { keptEdit } from '../../kept-edits/kept-edit.ts'

export const KEPT_PRICE = 'price'

/** A price that was being typed when the session ended, and the product and system it is for. */
export interface PriceEdit {
  id: string
  to: Vendor
  typed: string
}

/** Returns the kept price, which opens its dialog again. */
export const keptPrice = () => keptEdit<PriceEdit>(KEPT_PRICE)
