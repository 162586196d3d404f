import { useState } from 'react'
import type { MatchedProduct } from '#shared/contracts/products/comparison'
import { stockEntry, typedStock } from './entry-state.ts'
import { stockNow } from './failures.ts'
import { useUpdateStock, type StockChange } from './stock-queries.ts'
import { text } from './text.ts'

type Sides = StockChange['known']

/** What a row says under itself about its stock. */
export type StockNote =
  | { about: 'entry'; says: string }
  /** Somebody else has changed it: both as they are, and what was to be written. */
  | { about: 'changed'; now: Sides; wanted: number }
  /** One half was not written. */
  | { about: 'half'; system: 'fiken' | 'servicem8'; why: string; wanted: number }

/** The stock of a pair, edited in its row. */
export function useStockEdit(pair: MatchedProduct | null) {
  const [typed, setTyped] = useState<string | null>(null)
  /** What was no number is 0 now; the next Enter means that. */
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
    /** Yes to what the note asks; the half that is done is found to be. */
    goOn: () => {
      if (note?.about === 'changed') send(note.wanted, note.now)
      if (note?.about === 'half' && pair)
        send(note.wanted, { servicem8: pair.servicem8Stock, fiken: pair.fikenStock })
    },
  }
}

export type StockEdit = ReturnType<typeof useStockEdit>
