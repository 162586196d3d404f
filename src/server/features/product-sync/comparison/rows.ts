import type { Product } from '#clients/fiken/types'
import type { Material } from '#clients/servicem8/types'
import type {
  DuplicateProduct,
  FikenOnly,
  MatchedProduct,
  NameMatch,
  Servicem8Only,
} from '#shared/contracts/products/comparison'
import { stockOf } from '../../products/stock.ts'
import { newerSide, NO_SIDE } from './newer-side.ts'
import type { Snapshot } from '../snapshot.ts'

export interface PricedMaterial {
  material: Material
  /** The net price in øre; null when the price cannot be parsed or the VAT rate is unknown. */
  netPrice: number | null
  netCost: number | null
  incomeAccount: string | null
}

const kroner = (ore: number | null) => (ore === null ? null : ore / 100)

export function matchedRow(
  product: Product,
  { material, netPrice, netCost }: PricedMaterial,
  snapshot: Snapshot | null,
): MatchedProduct {
  const edited = { fiken: product.lastModified, servicem8: material.editDate }
  const stock = { fiken: product.stock, servicem8: stockOf(material) }
  const price =
    product.unitPrice === null || netPrice === null
      ? NO_SIDE
      : newerSide(
          { fiken: product.unitPrice, servicem8: netPrice },
          snapshot?.netPrice ?? null,
          edited,
        )
  const newerStock =
    stock.fiken === null || stock.servicem8 === null
      ? NO_SIDE
      : newerSide(
          { fiken: stock.fiken, servicem8: stock.servicem8 },
          snapshot?.stock ?? null,
          edited,
        )
  const shown = product.unitPrice === netPrice ? newerStock : price
  return {
    name: material.name,
    fikenName: product.name,
    fikenProductId: product.productId,
    fikenProductNumber: product.productNumber,
    fikenPrice: product.unitPrice,
    fikenStock: stock.fiken,
    servicem8Uuid: material.uuid,
    servicem8ItemNumber: material.itemNumber,
    servicem8Barcode: material.barcode,
    servicem8SalePrice: kroner(netPrice),
    servicem8Stock: stock.servicem8,
    cost: kroner(netCost),
    newerSource: shown.source,
    newerBy: shown.by,
    newerStock: newerStock.source,
    newerStockBy: newerStock.by,
    inventoryTracked: product.stock !== null,
  }
}

export const fikenOnlyRow = ({
  productId,
  name,
  productNumber,
  unitPrice,
  stock,
  active,
}: Product): FikenOnly => ({
  productId,
  name,
  productNumber,
  unitPrice,
  stockQuantity: stock,
  stock,
  active,
})

export function servicem8OnlyRow({
  material,
  netPrice,
  netCost,
  incomeAccount,
}: PricedMaterial): Servicem8Only {
  return {
    uuid: material.uuid,
    name: material.name,
    item_number: material.itemNumber,
    barcode: material.barcode,
    salePrice: kroner(netPrice),
    price: Number(material.price),
    cost: kroner(netCost),
    incomeAccount,
    quantity_in_stock: stockOf(material),
  }
}

export const fikenDuplicateRow = ({
  name,
  productNumber,
  unitPrice,
  stock,
  productId,
}: Product): DuplicateProduct => ({
  system: 'fiken',
  duplicateProductNumber: productNumber,
  name,
  unitPrice,
  stockQuantity: stock,
  productId,
})

export const servicem8DuplicateRow = (
  { material, netPrice }: PricedMaterial,
  productNumber: string,
): DuplicateProduct => ({
  system: 'servicem8',
  duplicateProductNumber: productNumber,
  name: material.name,
  price: kroner(netPrice),
  quantity_in_stock: stockOf(material),
  uuid: material.uuid,
})

export const nameMatchRow = (product: Product, item: PricedMaterial): NameMatch => ({
  name: item.material.name,
  fikenProductId: product.productId,
  fikenProductNumber: product.productNumber,
  fikenPrice: product.unitPrice,
  fikenStock: product.stock,
  servicem8Uuid: item.material.uuid,
  servicem8ItemNumber: item.material.itemNumber,
  servicem8SalePrice: kroner(item.netPrice),
  servicem8Stock: stockOf(item.material),
})
