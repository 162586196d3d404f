import { useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { Vendor } from '#shared/contracts/connections'
import type { BodyInputOf } from '#shared/contract'
import {
  createMaterial,
  createProduct,
  linkByNumber,
  removeMaterial,
  removeProduct,
  toggleInventory,
  updateFikenPrice,
  updateServicem8Price,
} from '#shared/contracts/products/writes'
import { call, errorText } from '../../../lib/api.ts'
import { afterWrite } from '../../../lib/live.ts'
import { useRowMutation } from '../../../lib/row-mutation.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { toast } from '../../../ui/toast-store.ts'
import type { FikenOnly, Servicem8Only } from '#shared/contracts/products/comparison'
import { oreOf, type Listed } from '../items-state.ts'
import { productIdOf, uuidOf } from '../asked.ts'
import { hasCode, priceFailure, productFailure } from './failures.ts'
import { text } from './text.ts'

interface PriceChange {
  to: Vendor
  row: Listed
  /** The net price in øre. */
  price: number
  confirmed: boolean
}

export function useUpdatePrice() {
  return useMutation({
    mutationFn: ({ to, row, price, confirmed }: PriceChange) => {
      const given = { productName: row.name, confirmed }
      return to === 'fiken'
        ? call(updateFikenPrice, {
            body: {
              ...given,
              productId: productIdOf(row) ?? '',
              unitPrice: price,
              known: row.fikenPrice,
            },
          })
        : call(updateServicem8Price, {
            body: {
              ...given,
              uuid: uuidOf(row) ?? '',
              price: price / 100,
              known: row.servicem8Price,
            },
          })
    },
    onSuccess: ({ message }) => toast({ title: 'Prisen er oppdatert', description: message }),
    onError: (error) => {
      // The dialog itself shows these two errors.
      if (hasCode(error, 'large_change') || hasCode(error, 'changed_elsewhere')) return
      const said = priceFailure(error)
      if (said) toast(said)
    },
    onSettled: afterWrite(updateFikenPrice),
  })
}

const IMPORTED = 'Importert fra Fiken'

export function useCreateMaterial() {
  return useRowMutation({
    rowOf: ({ productId }: FikenOnly) => productId,
    mutationFn: (product: FikenOnly) =>
      call(createMaterial, {
        body: {
          productId: product.productId,
          productNumber: product.productNumber,
          name: product.name,
          unitPrice: product.unitPrice,
          description: IMPORTED,
          stockQuantity: product.stockQuantity,
          active: product.active,
        },
      }),
    onSuccess: ({ message }) => toast({ title: text.created, description: message }),
    onError: (error) => toastFailure(text.failures.create, error),
    onSettled: afterWrite(createMaterial),
  })
}

const UNIT = 'stk'
const UUID_START = 8

export const productBody = (
  material: Servicem8Only,
  incomeAccount: string,
): BodyInputOf<typeof createProduct> => ({
  uuid: material.uuid,
  name: material.name,
  unitPrice: oreOf(material.salePrice),
  description: material.name,
  unit: UNIT,
  productNumber: material.item_number || material.barcode || material.uuid.slice(0, UUID_START),
  incomeAccount,
})

export function useCreateProduct() {
  return useMutation({
    mutationFn: (given: { material: Servicem8Only; incomeAccount: string }) =>
      call(createProduct, { body: productBody(given.material, given.incomeAccount) }),
    onSuccess: ({ message }) => toast({ title: text.created, description: message }),
    onError: (error) => {
      const said = productFailure(error)
      if (said) toast(said)
    },
    onSettled: afterWrite(createProduct),
  })
}

class HalfRemoved extends Error {}

/**
 * Deletes a product. A pair is deleted in ServiceM8 first; if Fiken then refuses, the product stays
 * in the list and can be deleted again.
 */
export function useRemove() {
  return useRowMutation({
    rowOf: ({ id }: Listed) => id,
    mutationFn: async (row: Listed) => {
      const [uuid, productId] = [uuidOf(row), productIdOf(row)]
      const gone = uuid === null ? null : await call(removeMaterial, { params: { uuid } })
      if (productId === null) return gone
      try {
        return await call(removeProduct, { params: { id: String(productId) } })
      } catch (error) {
        throw gone ? new HalfRemoved('', { cause: error }) : error
      }
    },
    onSuccess: (answer) =>
      toast({
        title: text.remove.done,
        ...(answer ? { description: answer.message } : {}),
      }),
    onError: (error) => {
      if (error instanceof HalfRemoved)
        toast({
          title: text.failures.remove,
          description: text.remove.half(errorText(error.cause)),
          variant: 'destructive',
        })
      else toastFailure(text.failures.remove, error)
    },
    onSettled: afterWrite(removeProduct),
  })
}

export function useLink() {
  return useMutation({
    mutationFn: (given: { uuid: string; productId: number }) => call(linkByNumber, { body: given }),
    onSuccess: ({ message }) =>
      toast({ title: 'Produktene er koblet sammen', description: message }),
    onError: (error) => toastFailure('Produktene ble ikke koblet sammen', error),
    onSettled: afterWrite(linkByNumber),
  })
}

interface Toggle {
  productId: number
  on: boolean
  stock?: number
}

/**
 * Switches stock tracking on and off. The switch moves immediately, and back if Fiken fails; no
 * error message is shown (specification, part 2, §8).
 */
export function useInventory() {
  const [wanted, setWanted] = useState<ReadonlyMap<number, boolean>>(new Map())
  const { mutate } = useMutation({
    onMutate: ({ productId, on }: Toggle) => setWanted((now) => new Map(now).set(productId, on)),
    mutationFn: ({ productId, on, stock }: Toggle) =>
      call(toggleInventory, {
        body: {
          productId,
          enableInventory: on,
          ...(stock === undefined ? {} : { stockQuantity: stock }),
        },
      }),
    // oxlint-disable-next-line no-console -- nothing else says it
    onError: (error) => console.error('Inventory tracking was not changed', error),
    onSettled: async (_answer, error, { productId }) => {
      await afterWrite(toggleInventory)(_answer, error)
      setWanted((now) => new Map([...now].filter(([id]) => id !== productId)))
    },
  })
  const shown = useCallback(
    (productId: number, tracked: boolean) => wanted.get(productId) ?? tracked,
    [wanted],
  )
  return { toggle: mutate, shown, isBusy: (productId: number) => wanted.has(productId) }
}

export type Inventory = ReturnType<typeof useInventory>
