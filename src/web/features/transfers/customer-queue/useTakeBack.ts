import { useMutation } from '@tanstack/react-query'
import { readTransfer, type Transfer } from '#shared/contracts/transfers/row'
import { call, errorText } from '../../../lib/api.ts'
import { whyNotUndone } from './queue-state.ts'
import { text } from './text.ts'
import type { LastAnswer } from './useAnswers.ts'

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
  const look = useMutation({
    mutationFn: (id: string) => call(readTransfer, { params: { id } }),
  })
  const id = last?.stage === 'sent' ? last.answer.question.id : null
  const { data, error, isPending } = look.variables === id ? look : NOTHING
  const why = data ? whyNotUndone(data) : error && `${text.notLooked}: ${errorText(error)}`
  return {
    why,
    undoing: data && why === null ? data : null,
    isLooking: isPending,
    ask: () => {
      if (id !== null && !isPending) look.mutate(id)
    },
    onClose: look.reset,
  }
}

const NOTHING = { data: undefined, error: null, isPending: false }
