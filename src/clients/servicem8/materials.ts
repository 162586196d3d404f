import { ExternalError } from '../http/external-error.ts'
import type { Page } from '../http/pages.ts'
import { pathOf } from './access.ts'
import type { Access } from './access.ts'
import { editedSince, equals } from './filter.ts'
import type { ListOptions } from './filter.ts'
import { parseMaterial } from './parse.ts'
import type { Material, MaterialChange, NewMaterial } from './types.ts'
import type { WireMaterial } from './wire.ts'

export interface Materials {
  get(uuid: string, signal?: AbortSignal): Promise<Material>
  list(options?: ListOptions & { itemNumber?: string }): AsyncIterable<Page<Material>>
  /**
   * Returns the new record's uuid. `unknown_outcome`: look whether the uuid we chose exists;
   * `conflict`: it does.
   */
  create(material: NewMaterial): Promise<string>
  /**
   * Changes only what is given: the record is read first, because ServiceM8 wants its required
   * fields sent along.
   *
   * @param change may depend on what was read; null writes nothing
   * @returns the material as it is afterwards, with the edit_date of before
   */
  update(
    uuid: string,
    change: MaterialChange | ((current: Material) => MaterialChange | null),
  ): Promise<Material>
  /** Soft: active becomes false. One that is already gone is fine. */
  remove(uuid: string): Promise<void>
}

export function createMaterials(access: Access): Materials {
  const get: Materials['get'] = async (uuid, signal) =>
    parseMaterial(await access.one('material', uuid, signal))
  return {
    get,
    list: ({ editedAfter, itemNumber, signal } = {}) =>
      access.pages(
        'material',
        [editedSince(editedAfter), equals('item_number', itemNumber)],
        parseMaterial,
        signal,
      ),
    async create(material) {
      const { headers } = await access.send({
        method: 'POST',
        path: pathOf('material'),
        json: { uuid: material.uuid, ...written(material) },
      })
      return headers.get('x-record-uuid') ?? material.uuid
    },
    async update(uuid, change) {
      const current = await get(uuid)
      const asked = typeof change === 'function' ? change(current) : change
      if (asked === null) return current
      // Absolute values, so the same change made twice is the same change.
      await access.send({
        method: 'POST',
        path: pathOf('material', uuid),
        json: { name: current.name, ...written(asked) },
        safe: true,
      })
      return { ...current, ...defined(asked) }
    },
    async remove(uuid) {
      try {
        await access.send({ method: 'DELETE', path: pathOf('material', uuid), safe: true })
      } catch (error) {
        if (!(error instanceof ExternalError && error.kind === 'not_found')) throw error
      }
    },
  }
}

/**
 * Flags go out as 0/1, prices as text and the stock as a number, as the published schema has them,
 * and what is not given is not sent.
 */
function written(change: MaterialChange): Partial<WireMaterial> {
  const flag = (value: boolean | undefined) => (value === undefined ? undefined : value ? 1 : 0)
  const body: Partial<WireMaterial> = {
    name: change.name,
    item_number: change.itemNumber,
    item_description: change.description,
    barcode: change.barcode,
    price: change.price,
    cost: change.cost,
    price_includes_taxes: flag(change.priceIncludesTax),
    tax_rate_uuid: change.taxRateUuid,
    item_is_inventoried: flag(change.isInventoried),
    quantity_in_stock:
      change.quantityInStock === undefined ? undefined : Number(change.quantityInStock),
    active: flag(change.active),
  }
  return defined(body)
}

/** undefined means "leave it", also where a caller spells it out. */
function defined<T extends MaterialChange | Partial<WireMaterial>>(change: T): T {
  const entries = Object.entries(change) as [string, unknown][]
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as T
}
