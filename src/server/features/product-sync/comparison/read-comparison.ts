import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Material } from '#clients/servicem8/types'
import type { Comparison } from '#shared/contracts/products/comparison'
import type { Db } from '../../../platform/database/database.ts'
import { isLabour } from '../../drafts/labour.ts'
import { materialsFor } from '../../mirrors/materials.ts'
import { activeProductsFor } from '../../mirrors/products.ts'
import { itemVat, type ItemVat } from '../item-vat.ts'
import { snapshotsOf } from '../snapshot-store.ts'
import { compareProducts } from './compare.ts'
import type { PricedMaterial } from './rows.ts'

/** Prices are read on the thread that serves everybody: so many, then others get their turn. */
const AT_ONCE = 500

/** Both lists held against each other, from our copies. Makes no calls. */
export async function compareLists(db: Db, userId: string, slug: string): Promise<Comparison> {
  const vat = await itemVat(db, userId, slug)
  const materials: PricedMaterial[] = []
  for (const [position, material] of (await materialsFor(db, userId)).entries()) {
    if (position % AT_ONCE === 0) await nextTurn()
    materials.push(priced(material, vat))
  }
  return compareProducts({
    materials,
    products: await activeProductsFor(db, userId, slug),
    snapshots: await snapshotsOf(db, userId),
  })
}

function priced(material: Material, vat: ItemVat): PricedMaterial {
  const booked = vat.bookedOn(material, { service: isLabour(material) })
  return {
    material,
    netPrice: vat.netOf(material, material.price),
    netCost: Number(material.cost) > 0 ? vat.netOf(material, material.cost) : null,
    incomeAccount: booked.ok ? booked.account : null,
  }
}
