import { HttpError } from '../../../platform/http-error.ts'
import { changeMaterial, materialsByUuid } from '../../mirrors/materials.ts'
import { changeProduct, productFromMirror } from '../../mirrors/products.ts'
import { keyOfNumber, productNumberOf } from '../../products/product-number.ts'
import { pairNumbered } from '../pair.ts'
import type { ProductClients } from './clients.ts'

/**
 * Gives an item and a product with the same name the same number: the item's number, otherwise the
 * product's, otherwise the number derived from the item's barcode or uuid. Prices and stocks are
 * not changed.
 * @returns the name and the number; `written` is true when a number was written
 * @throws HttpError 404, 409 `number_taken`; ExternalError, LimiterBusy
 */
export async function linkByNumber(
  clients: ProductClients,
  { uuid, productId }: { uuid: string; productId: number },
): Promise<{ name: string; number: string; written: boolean }> {
  const { platform, companyId, slug } = clients
  const { db } = platform
  const [material] = await materialsByUuid(db, companyId, [uuid])
  const product = await productFromMirror(db, companyId, slug, productId)
  if (!material?.active || !product?.active)
    throw new HttpError(404, 'not_found', 'Produktet finnes ikke lenger. Oppdater listen.')
  const fromFiken = material.itemNumber.trim() === '' && product.productNumber.trim() !== ''
  const number = fromFiken ? product.productNumber.trim() : productNumberOf(material)
  const taken = await pairNumbered(db, { companyId, slug }, number)
  const others = [
    taken.ambiguous,
    taken.product && taken.product.productId !== productId,
    taken.material && taken.material.uuid !== uuid,
  ]
  if (others.some(Boolean))
    throw new HttpError(
      409,
      'number_taken',
      `Nummeret ${number} er brukt på et annet produkt. Gi et av dem et annet nummer først.`,
    )
  const isNumbered = (known: string) => keyOfNumber(known) === keyOfNumber(number)
  const { before, after } = fromFiken
    ? await changeMaterial(
        platform,
        companyId,
        await clients.servicem8(),
        uuid,
        ({ itemNumber }) => (isNumbered(itemNumber) ? null : { itemNumber: number }),
      )
    : await changeProduct(platform, companyId, await clients.fiken(), productId, (current) =>
        isNumbered(current.productNumber) ? null : { productNumber: number },
      )
  return { name: material.name, number, written: after !== before }
}
