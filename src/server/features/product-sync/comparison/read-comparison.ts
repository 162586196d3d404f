import type { Material } from '#clients/servicem8/types'
import type { Comparison } from '#shared/contracts/products/comparison'
import type { Db } from '../../../platform/database/database.ts'
import { inSlices } from '../../../platform/fairness/slices.ts'
import { isLabour } from '../../drafts/labour.ts'
import { materialsFor } from '../../mirrors/materials.ts'
import { activeProductsFor } from '../../mirrors/products.ts'
import { itemVat, type ItemVat } from '../item-vat.ts'
import { snapshotsOf } from '../snapshot-store.ts'
import { compareInSlices } from './compare.ts'
import type { PricedMaterial } from './rows.ts'

export async function compareLists(db: Db, companyId: string, slug: string): Promise<Comparison> {
  const vat = await itemVat(db, companyId, slug)
  const materials: PricedMaterial[] = []
  const pause = inSlices()
  for (const material of await materialsFor(db, companyId)) {
    await pause()
    materials.push(priced(material, vat))
  }
  return compareInSlices({
    materials,
    products: await activeProductsFor(db, companyId, slug),
    snapshots: await snapshotsOf(db, companyId),
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
