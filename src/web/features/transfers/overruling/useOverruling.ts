import { useState } from 'react'
import { OVERRULED, type Overruled } from '#shared/transfer-status'
import { ApiError } from '../../../lib/api.ts'
import type { Subject } from './overrule-state.ts'

export interface Question {
  what: Overruled
  subject: Subject
  again: (confirm: Overruled) => void
}

/**
 * A start that the server refuses because the job is paid or not approved: the person is asked, and
 * may start it again in spite of it.
 */
export function useOverruling() {
  // Of two rows that are clicked one after the other, both are asked about.
  const [questions, setQuestions] = useState<readonly Question[]>([])
  return {
    question: questions[0] ?? null,
    close: (answered: Question) => setQuestions((now) => now.filter((one) => one !== answered)),
    /** True when the failure is such a question, which is then shown on the screen. */
    asks: (error: unknown, subject: Subject, again: Question['again']): boolean => {
      const what =
        error instanceof ApiError && OVERRULED.find((one) => one === error.answer['confirm'])
      if (what) setQuestions((now) => [...now, { what, subject, again }])
      return Boolean(what)
    },
  }
}

export type Overruling = ReturnType<typeof useOverruling>
