import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Vendor } from '#shared/contracts/connections'
import type { MatchedProduct } from '#shared/contracts/products/comparison'
import { updateStock } from '#shared/contracts/products/writes'
import { call } from '../../../lib/api.ts'
import { afterWrite } from '../../../lib/live.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { keptEdit, useKeepEdit } from '../../kept-edits/kept-edit.ts'
import { toast } from '../../../ui/toast-store.ts'
import { stockEntry, typedStock } from './entry-state.ts'
import { stockNow, hasCode } from './failures.ts'
import { text } from './text.ts'

interface StockChange {
  uuid: string
  name: string
  stock: number
  known: { servicem8: number | null; fiken: number | null }
  /** True when the user has confirmed 0 for an entry that was not a number. */
  confirmed: boolean
}

function useUpdateStock() {
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
          ? { title: 'Lageret er oppdatert', description: message }
          : { title: text.failures.stock, description: message, variant: 'destructive' },
      ),
    onError: (error) => {
      // The row shows this error as a question.
      if (!hasCode(error, 'changed_elsewhere')) toastFailure(text.failures.stock, error)
    },
    onSettled: afterWrite(updateStock),
  })
}

type Sides = StockChange['known']

export type StockNote =
  | { about: 'entry'; says: string }
  /** A stock changed elsewhere: the current stock in both systems, and the stock to write. */
  | { about: 'changed'; now: Sides; wanted: number }
  /** A change that only one system has; `system` is the system that failed. */
  | { about: 'half'; system: Vendor; why: string; wanted: number }

export function useStockEdit(pair: MatchedProduct | null) {
  const name = `stock ${pair?.servicem8Uuid ?? ''}`
  const [typed, setTyped] = useState(() => keptEdit<string>(name))
  useKeepEdit(name, typed)
  /** True after an invalid entry became 0; pressing Enter again confirms 0. */
  const [zeroed, setZeroed] = useState(false)
  const [note, setNote] = useState<StockNote | null>(null)
  const update = useUpdateStock()
  const stop = () => {
    setTyped(null)
    setZeroed(false)
    setNote(null)
  }
  const send = (stock: number, known: Sides, confirmed = false) => {
    if (!pair || update.isPending) return
    update.mutate(
      { uuid: pair.servicem8Uuid, name: pair.name, stock, known, confirmed },
      {
        onSuccess: ({ failed, fiken }) => {
          stop()
          if (failed !== null)
            setNote({
              about: 'half',
              system: fiken === 'failed' ? 'fiken' : 'servicem8',
              why: failed,
              wanted: stock,
            })
        },
        onError: (error) => {
          const now = stockNow(error)
          if (!now) return
          setTyped(null)
          setNote({ about: 'changed', now, wanted: stock })
        },
      },
    )
  }
  return {
    typed,
    note,
    saving: update.isPending,
    start: () => {
      setNote(null)
      setTyped(typedStock(pair ? (pair.servicem8Stock ?? pair.fikenStock) : null))
    },
    type: (next: string) => {
      setTyped(next)
      setZeroed(false)
      setNote(null)
    },
    stop,
    save: () => {
      if (!pair || typed === null) return
      const entry = stockEntry(typed)
      if (entry === 'not_a_number') {
        setNote({ about: 'entry', says: text.stock.notANumber(typed) })
        setTyped('0')
        return setZeroed(true)
      }
      if (entry.value === undefined) return setNote({ about: 'entry', says: entry.wrong })
      send(
        entry.value,
        { servicem8: pair.servicem8Stock, fiken: pair.fikenStock },
        zeroed && entry.value === 0,
      )
    },
    goOn: () => {
      if (note?.about === 'changed') send(note.wanted, note.now)
      if (note?.about === 'half' && pair)
        send(note.wanted, { servicem8: pair.servicem8Stock, fiken: pair.fikenStock })
    },
  }
}

export type StockEdit = ReturnType<typeof useStockEdit>
