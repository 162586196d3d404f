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
   * Creates a material and returns its uuid. After `unknown_outcome`, look up the record;
   * `conflict` means that it exists.
   */
  create(material: NewMaterial): Promise<string>
  /**
   * Changes the given fields of a material. The record is read first, because ServiceM8 requires
   * its mandatory fields in every change.
   * @param change can depend on the material as read; null writes nothing
   * @returns the material as read and afterwards (with the edit_date as read), or the same one twice
   */
  update(
    uuid: string,
    change: MaterialChange | ((current: Material) => MaterialChange | null),
  ): Promise<{ before: Material; after: Material }>
  /** Deletes a material; does nothing if the material does not exist. */
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
      if (asked === null) return { before: current, after: current }
      // The call is safe to repeat, because the values are absolute.
      await access.send({
        method: 'POST',
        path: pathOf('material', uuid),
        json: { name: current.name, ...written(asked) },
        safe: true,
      })
      return { before: current, after: { ...current, ...defined(asked) } }
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
 * Returns the change in the form of ServiceM8's published schema: flags as 0/1, prices as strings,
 * the stock as a number, absent fields left out.
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

function defined<T extends MaterialChange | Partial<WireMaterial>>(change: T): T {
  const entries = Object.entries(change) as [string, unknown][]
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as T
}
