import { useCallback, useEffect, useRef, useState } from 'react'
import { chooseRecipient } from '#shared/contracts/transfers/actions'
import { ApiError, call, errorText } from '../../../lib/api.ts'
import { afterWrite } from '../../../lib/live.ts'
import { OUR_SESSION } from '../../../lib/unauthorized-state.ts'
import { toast } from '../../../ui/toast-store.ts'
import { keptEdit, useKeepEdit } from '../../kept-edits/kept-edit.ts'
import { HELD_MS, type Answer } from './queue-state.ts'
import { text } from './text.ts'

const written = afterWrite(chooseRecipient)

const UNSAVED = 'queue-answers'

/** Returns the customers whose answers met the end of the session; null without any. */
export const unsavedAnswers = () => keptEdit<readonly string[]>(UNSAVED)

/** The last answer: held until its jobs start, then sent, then stored by the server. */
export interface LastAnswer {
  answer: Answer
  stage: 'held' | 'sending' | 'sent'
  /** True if Fiken has not confirmed the new contact. */
  checking?: boolean
}

interface Endings {
  onStored: (answer: Answer) => void
  onElsewhere: (answer: Answer) => void
  onFailed: (answer: Answer, why: string) => void
}

/**
 * Holds the last answer, and sends it when the next one is given, after five seconds, or when the
 * queue or the page is closed: an answer is never lost by leaving.
 */
export function useAnswers(endings: Endings) {
  const [last, setLast] = useState<LastAnswer | null>(null)
  const [cutOff, setCutOff] = useState<readonly string[]>([])
  const held = useRef<{ answer: Answer; timer: number } | null>(null)
  const isOpen = useRef(true)
  const ends = useRef(endings)
  useEffect(() => {
    ends.current = endings
  })

  const send = useCallback(async (answer: Answer) => {
    const isLast = (now: LastAnswer | null) => now?.answer === answer
    setLast((now) => (isLast(now) ? { answer, stage: 'sending' } : now))
    try {
      const { checking } = await call(chooseRecipient, {
        params: { id: answer.question.id },
        body: { contactId: answer.contactId, onlyIfAsked: true },
        keepalive: true,
      })
      setLast((now) => (isLast(now) ? { answer, stage: 'sent', checking } : now))
      if (isOpen.current) ends.current.onStored(answer)
      void written()
    } catch (error) {
      void written(undefined, error)
      const code = error instanceof ApiError ? error.code : null
      setLast((now) => (isLast(now) ? null : now))
      const isElsewhere = code === 'already_answered'
      const { customer } = answer.question
      if (code === OUR_SESSION && isOpen.current) return setCutOff((now) => [...now, customer])
      if (!isOpen.current)
        toast(
          isElsewhere
            ? { title: text.elsewhere(customer) }
            : {
                title: text.failed(customer),
                description: errorText(error),
                variant: 'destructive',
              },
        )
      else if (isElsewhere) ends.current.onElsewhere(answer)
      else ends.current.onFailed(answer, errorText(error))
    }
  }, [])

  const flush = useCallback(() => {
    const now = held.current
    if (!now) return
    held.current = null
    window.clearTimeout(now.timer)
    void send(now.answer)
  }, [send])

  const hold = (answer: Answer) => {
    flush()
    held.current = { answer, timer: window.setTimeout(flush, HELD_MS) }
    setLast({ answer, stage: 'held' })
  }

  /** Takes the last answer back and returns it; null if nothing is held any more. */
  const takeBack = (): Answer | null => {
    const now = held.current
    if (!now) return null
    held.current = null
    window.clearTimeout(now.timer)
    setLast(null)
    return now.answer
  }

  useEffect(() => {
    // A phone may end a hidden page without another event.
    const onHidden = () => {
      if (document.visibilityState === 'hidden') flush()
    }
    isOpen.current = true
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      isOpen.current = false
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', onHidden)
      flush()
    }
  }, [flush])

  const unsent = last !== null && last.stage !== 'sent' ? [last.answer.question.customer] : []
  // Named when the queue opens after the login: these customers ask again.
  useKeepEdit(UNSAVED, cutOff.length + unsent.length > 0 ? [...cutOff, ...unsent] : null)
  return { last, hold, takeBack, forgetLast: () => setLast(null) }
}
