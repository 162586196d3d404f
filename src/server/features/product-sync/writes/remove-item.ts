import { isExternalError } from '#clients/http/external-error'
import type { Platform } from '../../../platform/platform.ts'
import { materialsByUuid, writeThroughMaterial } from '../../mirrors/materials.ts'
import { dropProduct, writeThroughProduct } from '../../mirrors/products.ts'
import type { ProductClients } from './clients.ts'

/**
 * Makes a product inactive in Fiken: what Fiken does with one that has been sold when it is deleted
 * is not documented (reference §7), and its stock is sent along, because a PUT without it ends the
 * stock keeping. One that is gone, or inactive already, is fine.
 *
 * @returns its name; "" when it is gone
 * @throws HttpError, ExternalError, LimiterBusy
 */
export async function removeProduct(
  { db }: Platform,
  userId: string,
  clients: ProductClients,
  productId: number,
): Promise<string> {
  const fiken = await clients.fiken()
  try {
    const product = await fiken.products.update(productId, ({ active }) =>
      active ? { active: false } : null,
    )
    await writeThroughProduct(db, userId, clients.slug, product)
    return product.name
  } catch (error) {
    if (!isExternalError(error, 'not_found')) throw error
    await dropProduct(db, userId, clients.slug, productId)
    return ''
  }
}

/**
 * Deletes an item in ServiceM8, which keeps it as inactive. One that is gone is fine.
 *
 * @returns its name; "" when it is not known
 * @throws HttpError, ExternalError, LimiterBusy
 */
export async function removeMaterial(
  { db }: Platform,
  userId: string,
  clients: ProductClients,
  uuid: string,
): Promise<string> {
  const servicem8 = await clients.servicem8()
  await servicem8.materials.remove(uuid)
  const [known] = await materialsByUuid(db, userId, [uuid])
  if (known) await writeThroughMaterial(db, userId, { ...known, active: false })
  return known?.name ?? ''
}
