import { ExternalError } from '../http/external-error.ts'
import { allRows } from '../http/pages.ts'
import type { Page } from '../http/pages.ts'
import { given } from './access.ts'
import type { Access, SendOptions } from './access.ts'
import { parseProduct } from './parse.ts'
import type { NewProduct, Product, ProductChange } from './types.ts'
import type { WireProductRequest } from './wire.ts'

export interface Products {
  /** Lists the products. `modifiedSince` (yyyy-mm-dd) is included; Fiken compares whole days. */
  list(options?: { modifiedSince?: string; signal?: AbortSignal }): AsyncIterable<Page<Product>>
  /**
   * Returns the products with exactly this number, active products first; several products can have
   * the same number.
   */
  find(criterion: { productNumber: string }, signal?: AbortSignal): Promise<Product[]>
  get(productId: number, signal?: AbortSignal): Promise<Product>
  /**
   * Creates a product and returns its id (not its number). After `unknown_outcome`, search for the
   * number before retrying.
   */
  create(product: NewProduct, options?: SendOptions): Promise<number>
  /**
   * Changes a product. The whole product is read, merged and written: Fiken's PUT replaces all
   * fields, and a PUT without stock ends stock keeping. Fiken has no version check, so a sale
   * booked between read and write can be overwritten; keep the time between them short.
   * @param change can depend on the product as read; null writes nothing
   * @returns the product as read and afterwards, or the same one twice
   */
  update(
    productId: number,
    change: ProductChange | ((current: Product) => ProductChange | null),
  ): Promise<{ before: Product; after: Product }>
  /**
   * Deletes a product; does nothing if the product does not exist. Fiken does not document what
   * happens to a product that has been sold.
   */
  remove(productId: number): Promise<void>
}

export function createProducts(access: Access, root: string): Products {
  const path = `${root}/products`
  const get: Products['get'] = async (productId, signal) =>
    parseProduct((await access.send({ method: 'GET', path: `${path}/${productId}`, signal })).body)

  return {
    list: ({ modifiedSince, signal } = {}) =>
      access.pages(path, { lastModifiedGe: modifiedSince }, parseProduct, signal),
    async find({ productNumber }, signal) {
      const rows = await allRows(access.pages(path, { productNumber }, parseProduct, signal))
      const same = rows.filter(
        (product) => product.productNumber.toLowerCase() === productNumber.trim().toLowerCase(),
      )
      return same.sort((a, b) => Number(b.active) - Number(a.active) || a.productId - b.productId)
    },
    get,
    create: (product, options) =>
      access.create(path, given(written({ ...product, active: true })), options),
    async update(productId, change) {
      const current = await get(productId)
      if (current.productId !== productId) {
        const details = `product ${current.productId} instead`
        throw new ExternalError({
          vendor: 'fiken',
          kind: 'bad_answer',
          doing: `GET ${path}/${productId}`,
          details,
        })
      }
      const asked = typeof change === 'function' ? change(current) : change
      if (asked === null) return { before: current, after: current }
      const whole = { ...current, ...defined(asked) }
      const json = given(written(whole))
      await access.send({ method: 'PUT', path: `${path}/${productId}`, json, safe: true })
      return { before: current, after: whole }
    },
    async remove(productId) {
      try {
        await access.send({ method: 'DELETE', path: `${path}/${productId}`, safe: true })
      } catch (error) {
        if (!(error instanceof ExternalError && error.kind === 'not_found')) throw error
      }
    },
  }
}

type Whole = Pick<Product, 'name' | 'productNumber' | 'incomeAccount' | 'vatType' | 'active'> &
  Partial<Pick<Product, 'unitPrice' | 'stock' | 'note'>>

/**
 * Returns the product in Fiken's spelling. Fiken's note has at most 200 characters, and leaving out
 * the stock ends stock keeping.
 */
function written(product: Whole): WireProductRequest {
  return {
    name: product.name.trim(),
    incomeAccount: product.incomeAccount,
    vatType: product.vatType.toUpperCase(),
    active: product.active,
    unitPrice: product.unitPrice,
    productNumber: product.productNumber,
    stock: product.stock,
    note: product.note?.slice(0, 200),
  }
}

function defined(change: ProductChange): ProductChange {
  return Object.fromEntries(
    Object.entries<unknown>(change).filter(([, value]) => value !== undefined),
  )
}
