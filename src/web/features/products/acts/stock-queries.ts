import { useMutation } from '@tanstack/react-query'
import { updateStock } from '#shared/contracts/products/writes'
import { call } from '../../../lib/api.ts'
import { afterWrite } from '../../../lib/live.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { toast } from '../../../ui/toast-store.ts'
import { hasCode } from './failures.ts'
import { text } from './text.ts'

export interface StockChange {
  uuid: string
  name: string
  stock: number
  known: { servicem8: number | null; fiken: number | null }
  /** The number stands for what was no number. */
  confirmed: boolean
}

/** A counted stock, for both systems. */
export function useUpdateStock() {
  return useMutation({
    mutationFn: ({ uuid, name, stock, known, confirmed }: StockChange) =>
      call(updateStock, {
        body: {
          uuid,
          stockQuantity: stock,
          productName: name,
          known,
          ...(confirmed ? { confirmed } : {}),
        },
      }),
    onSuccess: ({ message, failed }) =>
      toast(
        failed === null
          ? { title: text.stock.saved, description: message }
          : { title: text.failures.stock, description: message, variant: 'destructive' },
      ),
    onError: (error) => {
      // The row asks about it.
      if (!hasCode(error, 'changed_elsewhere')) toastFailure(text.failures.stock, error)
    },
    onSettled: afterWrite(updateStock),
  })
}
