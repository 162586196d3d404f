import { isExternalError } from '#clients/http/external-error'
import { materialsByUuid, writeThroughMaterial } from '../../mirrors/materials.ts'
import { changeProduct, dropProduct } from '../../mirrors/products.ts'
import type { ProductClients } from './clients.ts'

interface Removed {
  name: string
  written: boolean
}

/**
 * Deactivates a product in Fiken, because the effect of deleting a product that has been sold is
 * not documented (reference §7). The request includes the product's stock, because a PUT without it
 * would end the stock keeping. A product that is already deleted or inactive is not an error.
 * @returns the product's name, "" when it is deleted; `written` is true when the product was
 * changed
 * @throws HttpError, ExternalError, LimiterBusy
 */
export async function removeProduct(clients: ProductClients, productId: number): Promise<Removed> {
  const { platform, companyId, slug } = clients
  const fiken = await clients.fiken()
  try {
    const { before } = await changeProduct(platform, companyId, fiken, productId, ({ active }) =>
      active ? { active: false } : null,
    )
    return { name: before.name, written: before.active }
  } catch (error) {
    if (!isExternalError(error, 'not_found')) throw error
    await dropProduct(platform.db, companyId, slug, productId)
    return { name: '', written: false }
  }
}

/**
 * Deletes an item in ServiceM8, where it remains as inactive. An item that is already deleted is
 * not an error.
 * @returns the item's name, "" when unknown; `written` is true unless the item was known to be
 * inactive
 * @throws HttpError, ExternalError, LimiterBusy
 */
export async function removeMaterial(clients: ProductClients, uuid: string): Promise<Removed> {
  const { db } = clients.platform
  const { companyId } = clients
  const servicem8 = await clients.servicem8()
  await servicem8.materials.remove(uuid)
  const [known] = await materialsByUuid(db, companyId, [uuid])
  if (known) await writeThroughMaterial(db, companyId, { ...known, active: false })
  return { name: known?.name ?? '', written: known?.active !== false }
}
