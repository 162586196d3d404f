import { useRef, useState } from 'react'
import { readTransfer, type Transfer } from '#shared/contracts/transfers/row'
import { call, errorText } from '../../../lib/api.ts'
import type { LastAnswer } from './use-answers.ts'
import { takeBackOf } from './queue-state.ts'
import { text } from './text.ts'

export interface AskedBack {
  /** Why the sent answer cannot be taken back now; null if unknown. */
  why: string | null
  /** The transfer whose draft the user is asked about. */
  undoing: Transfer | null
  isLooking: boolean
  ask: () => void
  onClose: () => void
}

/** Looks at the job of an answer that has been sent: its draft can be undone, an invoice cannot. */
export function useTakeBack(last: LastAnswer | null): AskedBack {
  const [found, setFound] = useState<{ id: string; why?: string; transfer?: Transfer } | null>(null)
  const [looking, setLooking] = useState<string | null>(null)
  const busy = useRef(false)
  const id = last?.stage === 'sent' ? last.answer.question.id : null
  const look = async (of: string) => {
    busy.current = true
    setLooking(of)
    try {
      const transfer = await call(readTransfer, { params: { id: of } })
      const way = takeBackOf(transfer)
      setFound(way.kind === 'undo' ? { id: of, transfer } : { id: of, why: way.why })
    } catch (error) {
      setFound({ id: of, why: `${text.notLooked}: ${errorText(error)}` })
    } finally {
      busy.current = false
      setLooking(null)
    }
  }
  const isNow = found !== null && found.id === id
  return {
    why: isNow ? (found.why ?? null) : null,
    undoing: isNow ? (found.transfer ?? null) : null,
    isLooking: looking !== null && looking === id,
    ask: () => {
      if (id !== null && !busy.current) void look(id)
    },
    onClose: () => setFound(null),
  }
}
