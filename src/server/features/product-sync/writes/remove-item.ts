import { isExternalError } from '#clients/http/external-error'
import type { Platform } from '../../../platform/platform.ts'
import { materialsByUuid, writeThroughMaterial } from '../../mirrors/materials.ts'
import { changeProduct, dropProduct } from '../../mirrors/products.ts'
import type { ProductClients } from './clients.ts'

interface Removed {
  name: string
  written: boolean
}

/**
 * Deactivates a product in Fiken, because the effect of deleting one that has been sold is not
 * documented (reference §7). Its stock is sent along, because a PUT without it ends the stock
 * keeping. One that is gone, or inactive already, is fine.
 * @returns its name, "" when it is gone; `written` is true when anything was written
 * @throws HttpError, ExternalError, LimiterBusy
 */
export async function removeProduct(
  platform: Platform,
  userId: string,
  clients: ProductClients,
  productId: number,
): Promise<Removed> {
  const fiken = await clients.fiken()
  try {
    let written = false
    const product = await changeProduct(platform, userId, fiken, productId, ({ active }) => {
      written = active
      return active ? { active: false } : null
    })
    return { name: product.name, written }
  } catch (error) {
    if (!isExternalError(error, 'not_found')) throw error
    await dropProduct(platform.db, userId, clients.slug, productId)
    return { name: '', written: false }
  }
}

/**
 * Deletes an item in ServiceM8, which keeps it as inactive. One that is gone is fine.
 * @returns its name, "" when unknown; `written` is true unless it was known to be inactive
 * @throws HttpError, ExternalError, LimiterBusy
 */
export async function removeMaterial(
  { db }: Platform,
  userId: string,
  clients: ProductClients,
  uuid: string,
): Promise<Removed> {
  const servicem8 = await clients.servicem8()
  await servicem8.materials.remove(uuid)
  const [known] = await materialsByUuid(db, userId, [uuid])
  if (known) await writeThroughMaterial(db, userId, { ...known, active: false })
  return { name: known?.name ?? '', written: known?.active !== false }
}
